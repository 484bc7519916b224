import { z } from 'zod'
import { DOWNLOAD_TIMEOUT_MS, READERS, defineEndpoint } from './endpoint.ts'
import { id, message } from './shapes.ts'

/** Never in a zip, even if requested. */
export const EXCLUDED_FROM_ZIPS = '.parquet'
export const ZIP_LINK_HOURS = 24
export const MAX_ZIPS_AT_ONCE = 2

const email = z.email().max(320)

export const downloadZips = defineEndpoint({
  name: 'downloadZips',
  resource: 'zips',
  summary: 'Create a link to a zip of the outputs of several jobs, and send it by email',
  method: 'POST',
  path: '/modeling/v1/jobs/download-zips',
  access: READERS,
  audit: 'download',
  record: 'job_ids',
  body: z.strictObject({
    job_ids: z.array(id).min(1).max(1000),
    /** The caller's own address. */
    user_email: z.union(
      [email.transform((own) => ({ email: own })), z.object({ email })],
      'your own email address',
    ),
    /** Names or suffixes: `.tif`, `diagnostics.json`. Added to what is always excluded. */
    excludedFiles: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
  }),
  answer: message.extend({
    url: z.string(),
    expires_at: z.string(),
    /** The zip's size in bytes, and the number of files in it besides SHA256SUMS. */
    size: z.number().int(),
    files: z.number().int(),
  }),
  timeoutMs: DOWNLOAD_TIMEOUT_MS,
})
