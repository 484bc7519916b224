import { z } from 'zod'
import { LIST_TIMEOUT_MS, READERS, defineEndpoint } from './endpoint.ts'
import { listJobs } from './jobs.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** The most rows that an Excel sheet holds, header included. */
export const XLSX_MAX_ROWS = 1_048_576

export const exportJobs = defineEndpoint({
  name: 'exportJobs',
  resource: 'jobs',
  summary: "All jobs that match the list's filters, in its order, as a table: CSV or XLSX",
  method: 'GET',
  path: '/modeling/v1/jobs/export',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: 'export',
  record: null,
  query: listJobs.query
    .omit({ limit: true, skip: true })
    .extend({ format: z.enum(EXPORT_FORMATS).default('csv') }),
  answer: 'file',
  timeoutMs: LIST_TIMEOUT_MS,
})
