import { z } from 'zod'
import { type Endpoint, LIST_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { EXPORT_FORMATS, MAX_EXPORT_ROWS } from './export-limits.ts'
import { exportPath, listedRecords } from './beside-list.ts'
import { listJobs } from '../jobs/jobs.ts'
import { type listQuery, flag } from '../shapes.ts'

const file = {
  format: z.enum(EXPORT_FORMATS).default('csv'),
  /** Lines that begin with `#` before the header name the filters, the sort and the time. */
  describe: flag.default(false),
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

type ListEndpoint = Endpoint & { name: `list${string}`; query: z.ZodObject }
/** A list's query without paging, plus what the file is like. */
type ExportQuery<Q extends z.ZodObject> = z.ZodObject<
  Omit<Q['shape'], 'limit' | 'skip'> & typeof file,
  z.core.$strict
>

/** The export of a list: the same filters and sorts, the same people, the path of the list and `/export`. */
export function exportOf<const E extends ListEndpoint>(list: E) {
  const query = (list.query as unknown as ReturnType<typeof listQuery>)
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
    query: query as unknown as ExportQuery<E['query']>,
    answer: 'file',
    timeoutMs: LIST_TIMEOUT_MS,
  })
}
