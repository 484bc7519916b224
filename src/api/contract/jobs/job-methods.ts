import { z } from 'zod'
import { DOWNLOAD_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { jobPath } from './job-shapes.ts'

/** The four parts of the GATHER checklist: Stevens et al. 2016, Lancet 388, e19–e23. */
export const GATHER_PARTS = [
  'Objectives and funding',
  'Data inputs',
  'Data analysis',
  'Results and discussion',
] as const

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** What the record does not say, and where to give it. */
  z.object({ kind: z.literal('gap'), text: z.string() }),
  /** Lines keep their breaks. */
  z.object({ kind: z.literal('formula'), text: z.string() }),
  z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
  z.object({ kind: z.literal('facts'), rows: z.array(z.object({ label: z.string(), value: z.string() })) }),
  z.object({
    kind: z.literal('table'),
    caption: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  }),
])
export type MethodsBlock = z.output<typeof block>

const item = z.object({
  /** 1 to 18. */
  number: z.number().int(),
  part: z.enum(GATHER_PARTS),
  title: z.string(),
  blocks: z.array(block),
})
export type MethodsItem = z.output<typeof item>

export const jobMethods = z.object({
  id: z.number().int(),
  job_key: z.string(),
  title: z.string(),
  /** The survey is marked as simulated. */
  simulated: z.boolean(),
  items: z.array(item),
})
export type JobMethods = z.output<typeof jobMethods>

export const getJobMethods = defineEndpoint({
  name: 'getJobMethods',
  resource: 'jobs',
  summary: 'Get the methods, data and limits of a completed job, by the items of the GATHER checklist',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/methods',
  record: 'id',
  params: z.object(jobPath),
  answer: jobMethods,
})

export const downloadJobMethods = defineEndpoint({
  name: 'downloadJobMethods',
  resource: 'jobs',
  summary:
    'Download the methods, data and limits of a completed job as a page (HTML), with the current texts',
  method: 'GET',
  path: '/modeling/v1/jobs/{id}/methods/page',
  audit: 'download',
  record: 'id',
  params: z.object(jobPath),
  answer: 'file',
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})
