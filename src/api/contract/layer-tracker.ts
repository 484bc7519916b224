import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from './endpoint.ts'
import { id, listOf, listQuery, message, text, visibleText } from './shapes.ts'

/** Columns of a tracked layer, in order; a row is identified by its job_id. */
export const TRACKER_COLUMNS = [
  'job_id',
  'job_key',
  'iso3_code',
  'country',
  'target',
  'source',
  'source_wave',
  'source_date',
  'round',
  'data_description',
  'stack_name',
  'method',
  'status',
  'final',
  'all_adm_pass',
  'is_overfit',
  'adm_units',
  'adm_units_passed',
  'tags',
  'submission_id',
  'submission_title',
  'app_user_name',
  'datetime_submitted',
  'datetime_finished',
  'verdict',
] as const
export type TrackerColumn = (typeof TRACKER_COLUMNS)[number]

export const sheetId = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{20,100}$/,
    "the id of a workbook, 20 to 100 letters, digits, '_' and '-', as in its address",
  )
/** A name that spreadsheets accept for a sheet. */
export const sheetName = z
  .string()
  .trim()
  .min(1)
  .max(31)
  .regex(/^(?!')[^[\]:*?/\\\p{Cc}\p{Cf}]+(?<!')$/u, "a name without [ ] : * ? / \\ and without ' at its ends")

const tracked = {
  sheet_name: sheetName,
  sheet_id: sheetId,
  job_ids: z.array(id).min(1).max(1000),
  /** Creates the workbook with this id if it does not exist; otherwise an unknown id is a 404. */
  create: z.boolean().optional(),
}

export const TRACKER_STATES = ['new', 'changed', 'same'] as const
const trackerChange = z.object({
  job_id: z.number().int(),
  state: z.enum(TRACKER_STATES),
  /** Cells that differ; an empty text is an empty cell. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
})
export type TrackerChange = z.output<typeof trackerChange>

export const addToLayerTracker = defineEndpoint({
  name: 'addToLayerTracker',
  resource: 'layer-tracker',
  summary:
    'Add jobs to a sheet of a workbook; existing rows are updated. An unknown workbook is created only with create: true',
  method: 'POST',
  path: '/modeling/v1/jobs/layer-tracker-v2/add',
  audit: 'track',
  record: 'job_ids',
  body: z.strictObject(tracked),
  answer: message.extend({ new: z.number().int(), changed: z.number().int(), same: z.number().int() }),
})

export const previewLayerTracker = defineEndpoint({
  name: 'previewLayerTracker',
  resource: 'layer-tracker',
  summary: 'Preview which rows would be new, changed or unchanged; nothing is written',
  method: 'POST',
  path: '/modeling/v1/jobs/layer-tracker-v2/preview',
  record: 'job_ids',
  body: z.strictObject(tracked),
  answer: listOf(trackerChange),
})

const trackerWorkbook = z.object({
  sheet_id: z.string(),
  title: z.string(),
  sheets: z.array(z.object({ name: z.string(), rows: z.number().int() })),
  created_by: z.number().int().nullable(),
  created_at: z.string(),
  changed_at: z.string(),
})
export type TrackerWorkbook = z.output<typeof trackerWorkbook>

export const createTrackerWorkbook = defineEndpoint({
  name: 'createTrackerWorkbook',
  resource: 'layer-tracker',
  summary: 'Create a workbook stored by the service',
  method: 'POST',
  path: '/modeling/v1/layer-trackers',
  audit: 'create-tracker-workbook',
  record: 'result',
  body: z.strictObject({ title: visibleText, sheet_name: sheetName.default('Layers') }),
  answer: trackerWorkbook,
})

export const listTrackerWorkbooks = defineEndpoint({
  name: 'listTrackerWorkbooks',
  resource: 'layer-tracker',
  summary: 'List the workbooks stored by the service',
  method: 'GET',
  path: '/modeling/v1/layer-trackers',
  query: listQuery(
    ['title', 'created_at', 'changed_at', 'id'],
    { sortBy: 'changed_at', sortOrder: 'desc' },
    { title: text.optional() },
  ),
  answer: listOf(trackerWorkbook),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const listTrackerRows = defineEndpoint({
  name: 'listTrackerRows',
  resource: 'layer-tracker',
  summary: 'List the rows of a sheet of a workbook stored by the service',
  method: 'GET',
  path: '/modeling/v1/layer-trackers/{sheet_id}/rows',
  params: z.object({ sheet_id: z.string().min(1).max(100) }),
  query: listQuery(
    ['position', 'job_id', 'changed_at'],
    { sortBy: 'position', limit: 100 },
    { sheet_name: sheetName.optional() },
  ),
  answer: listOf(
    z.object({
      job_id: z.number().int(),
      position: z.number().int(),
      cells: z.record(z.string(), z.union([z.string(), z.number()])),
      changed_by: z.number().int().nullable(),
      changed_at: z.string(),
    }),
  ),
  timeoutMs: LIST_TIMEOUT_MS,
})

export const downloadTrackerWorkbook = defineEndpoint({
  name: 'downloadTrackerWorkbook',
  resource: 'layer-tracker',
  summary: 'Download a workbook stored by the service as .xlsx',
  method: 'GET',
  path: '/modeling/v1/layer-trackers/{sheet_id}/download',
  audit: 'download',
  params: z.object({ sheet_id: z.string().min(1).max(100) }),
  answer: 'file',
})
