import type { Readable } from 'node:stream'
import type { LINK_KINDS } from '#contract/signed-links.ts'
import { OUTPUT_TYPES, type OutputType } from '#contract/job-shapes.ts'
import type { Services } from '../../context.ts'
import { ServiceError } from '../../service-error.ts'
import { linkedProductFile } from '../interpolation/link-file.ts'
import { findOutput } from '../outputs/find-output.ts'
import { resolveZipLink } from '../zips/resolve-link.ts'

/** What a link opens. */
export interface LinkedFile {
  name: string
  mediaType: string
  size: number
  etag?: string
  open(range?: { start: number; end: number }): Promise<Readable> | Readable
}

/** Finds the file of a record; throws a ServiceError when the record or its part is not there. */
export type LinkResolver = (
  services: Pick<Services, 'db' | 'files'>,
  recordId: string,
  part: string,
) => Promise<LinkedFile>

const jobOutput: LinkResolver = async ({ db, files }, recordId, part) => {
  const type = OUTPUT_TYPES.find((known) => known === part) as OutputType | undefined
  if (!type || !/^\d{1,9}$/.test(recordId)) throw new ServiceError('not-found', 'There is no such output.')
  const file = await findOutput(db, Number(recordId), type)
  return {
    name: file.name,
    mediaType: file.media_type,
    size: file.size,
    etag: `"${file.sha256}"`,
    open: (range) => files.read(file.key, range),
  }
}

export type LinkKind = (typeof LINK_KINDS)[number]

/** What can be linked to: a new kind is a name in the contract and a line here. */
export const RESOLVERS = {
  'job-output': jobOutput,
  interpolation: linkedProductFile,
  zip: resolveZipLink,
} satisfies Record<LinkKind, LinkResolver>
