import { z } from 'zod'
import { READERS, defineEndpoint } from './endpoint.ts'
import { downloadJob } from './jobs.ts'
import { integer } from './shapes.ts'

export const LINK_MINUTES = 10
export const LINK_MAX_MINUTES = 24 * 60

export const signedLink = z.object({
  /** Opens the file for whoever has it, until then. */
  url: z.string(),
  expires_at: z.string(),
})
export type SignedLink = z.output<typeof signedLink>

export const linkJobOutput = defineEndpoint({
  name: 'linkJobOutput',
  resource: 'signed-links',
  summary: 'A link that opens an output of a job without a session, for ten minutes or as long as asked',
  method: 'POST',
  path: '/modeling/v1/jobs/{id}/link/{type}',
  access: READERS,
  params: downloadJob.params,
  body: z.strictObject({ minutes: integer.min(1).max(LINK_MAX_MINUTES).default(LINK_MINUTES) }),
  answer: signedLink,
})

export const openSignedFile = defineEndpoint({
  name: 'openSignedFile',
  resource: 'signed-links',
  summary: 'The file of a signed link: needs no session, byte ranges allowed',
  method: 'GET',
  path: '/files/signed/{token}/{filename}',
  access: 'public',
  params: z.object({ token: z.string().min(1).max(500), filename: z.string().min(1).max(300) }),
  answer: 'file',
})
