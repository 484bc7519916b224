import { z } from 'zod'
import { LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { EXPORT_FORMATS, MAX_EXPORT_ROWS } from './export-limits.ts'
import { type ListEndpoint, exportPath, listedRecords } from './beside-list.ts'
import { LISTS, LIST_NAMES, type ListName } from '../lists.ts'
import { listJobs } from '../jobs/jobs.ts'
import { type listQuery, flag, many, text } from '../shapes.ts'

const file = {
  format: z.enum(EXPORT_FORMATS).default('csv'),
  /** Name the filters, the sort and the time: in lines that begin with `#` before the header, of a workbook on a second sheet. */
  describe: flag.default(false),
  /** A CSV begins with a byte-order mark, by which Excel recognises UTF-8. */
  bom: flag.default(false),
  /** Only these, in this order; an object's name stands for all of its fields. */
  columns: many(text),
}

export const exportJobs = defineEndpoint({
  name: 'exportJobs',
  resource: 'jobs',
  summary: "Export all jobs that match the list's filters, in its order, as CSV or XLSX",
  method: 'GET',
  path: '/modeling/v1/jobs/export',
  audit: 'export',
  query: listJobs.query.omit({ limit: true, skip: true }).extend(file),
  answer: 'file',
  timeoutMs: LIST_TIMEOUT_MS,
})

/** The export of a list: the same filters and sorts, the same people, the path of the list and `/export`. */
export function exportOf(list: ListEndpoint) {
  const query: z.ZodObject = (list.query as unknown as ReturnType<typeof listQuery>)
    .omit({ limit: true, skip: true })
    .extend(file)
  return defineEndpoint({
    name: list.name.replace('list', 'export'),
    resource: list.resource,
    summary: `Export ${listedRecords(list)} as CSV or XLSX, at most ${MAX_EXPORT_ROWS.toLocaleString('en')} rows`,
    method: 'GET',
    path: exportPath(list),
    access: list.access,
    audit: 'export',
    query,
    answer: 'file',
    timeoutMs: LIST_TIMEOUT_MS,
  })
}

/** All but the jobs, of which any number is exported. */
export type ExportedList = Exclude<ListName, 'listJobs'>

export const EXPORTED_LISTS = LIST_NAMES.filter((name): name is ExportedList => name !== 'listJobs')

/** The export of each of them, by the list's name. */
export const EXPORTS = Object.fromEntries(
  EXPORTED_LISTS.map((name) => [name, exportOf(LISTS[name].list)]),
) as Record<ExportedList, ReturnType<typeof exportOf>>
