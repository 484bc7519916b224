import { z } from 'zod'
import { DOWNLOAD_TIMEOUT_MS, READERS, defineEndpoint } from '../endpoint.ts'
import { jobPath } from './job-shapes.ts'
import { id } from '../shapes.ts'

export const BRIEF_KINDS = ['document', 'slides', 'unit-sheets'] as const
export type BriefKind = (typeof BRIEF_KINDS)[number]

/** The most units of a level that have sheets. */
export const MAX_UNIT_SHEETS = 1000

/** Only briefs are translated. */
export const BRIEF_LANGUAGES = ['en', 'fr', 'pt', 'es'] as const
export type BriefLanguage = (typeof BRIEF_LANGUAGES)[number]

export const BRIEF_STATUSES = ['received', 'writing', 'ready', 'failed'] as const
export type BriefStatus = (typeof BRIEF_STATUSES)[number]

/** For so long after a brief was requested its file can be downloaded. */
export const BRIEF_HOURS = 24

const unitLevel = z.union([z.literal(1), z.literal(2)])

const brief = z.object({
  id: z.number().int(),
  job_id: z.number().int(),
  kind: z.enum(BRIEF_KINDS),
  language: z.enum(BRIEF_LANGUAGES),
  /** Of the units; null unless these are unit sheets. */
  level: unitLevel.nullable(),
  status: z.enum(BRIEF_STATUSES),
  /** How much of it is written; null unless that is in progress. */
  fraction: z.number().min(0).max(1).nullable(),
  /** One sentence if it failed. */
  reason: z.string().nullable(),
  /** Of the file; null until it is ready. */
  name: z.string().nullable(),
  size: z.number().int().nullable(),
  created_at: z.string(),
})
export type Brief = z.output<typeof brief>

const path = '/modeling/v1/jobs/{id}/briefs'
const params = z.object({ ...jobPath, brief: id })
const common = { resource: 'briefs', recordKind: 'jobs', record: 'id' } as const

export const requestBrief = defineEndpoint({
  ...common,
  name: 'requestBrief',
  summary:
    'Create a brief about a completed job, a Word document, slides or a page per unit, in English, French, Portuguese or Spanish',
  method: 'POST',
  path,
  access: READERS,
  audit: 'request-brief',
  params: z.object(jobPath),
  body: z.strictObject({
    kind: z.enum(BRIEF_KINDS),
    language: z.enum(BRIEF_LANGUAGES).default('en'),
    /** Whose units have a sheet each: required for unit sheets, and only for them. */
    level: unitLevel.optional(),
  }),
  answer: brief,
})

export const getBrief = defineEndpoint({
  ...common,
  name: 'getBrief',
  summary: 'Get one of your briefs: its progress, then the name and size of its file',
  method: 'GET',
  path: `${path}/{brief}`,
  params,
  answer: brief,
})

export const downloadBrief = defineEndpoint({
  ...common,
  name: 'downloadBrief',
  summary: 'Download one of your briefs, within a day after you requested it',
  method: 'GET',
  path: `${path}/{brief}/file`,
  audit: 'download',
  params,
  answer: 'file',
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})
