import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { jobStatus } from './jobs/job-shapes.ts'

export const SEARCH_MAX_LENGTH = 100
/** Maximum results of each kind. */
export const SEARCH_MAX_RESULTS = 5

const found = z.object({ id: z.number().int(), name: z.string() })

export const findRecords = defineEndpoint({
  name: 'findRecords',
  resource: 'search',
  summary: 'Search records by the words of their name, at most five of each kind; people only for admins',
  method: 'GET',
  path: '/search',
  query: z.strictObject({
    /** Words, or the id of a job or submission. Jobs and submissions need three letters or digits in a row. */
    words: z
      .string()
      .trim()
      .min(1, 'at least one character')
      .max(SEARCH_MAX_LENGTH, `at most ${SEARCH_MAX_LENGTH} characters`),
  }),
  answer: z.object({
    jobs: z.array(found.extend({ job_key: z.string(), status: jobStatus })),
    submissions: z.array(found),
    surveys: z.array(found),
    rasters: z.array(found),
    bands: z.array(found),
    collections: z.array(found),
    datasets: z.array(found),
    products: z.array(found.extend({ asset_id: z.number().int(), job_key: z.string() })),
    projects: z.array(found),
    people: z.array(found.extend({ email: z.string() })),
  }),
})
