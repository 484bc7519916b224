import type { LINK_KINDS } from '#contract/signed-links.ts'
import { OUTPUT_TYPES, type OutputType } from '#contract/job-shapes.ts'
import type { Services } from '../../context.ts'
import { type StoredDownload, storedDownload } from '../../files/stored-download.ts'
import { ServiceError } from '../../service-error.ts'
import { linkedProductFile } from '../interpolation/link-file.ts'
import { findOutput } from '../outputs/find-output.ts'
import { resolveZipLink } from '../zips/resolve-link.ts'

/** Finds the file of a record; throws a ServiceError when the record or its part is not there. */
export type LinkResolver = (
  services: Pick<Services, 'db' | 'files'>,
  recordId: string,
  part: string,
) => Promise<StoredDownload>

const jobOutput: LinkResolver = async ({ db, files }, recordId, part) => {
  const type = OUTPUT_TYPES.find((known) => known === part) as OutputType | undefined
  if (!type || !/^\d{1,9}$/.test(recordId)) throw new ServiceError('not-found', 'There is no such output.')
  return storedDownload(files, await findOutput(db, Number(recordId), type))
}

export type LinkKind = (typeof LINK_KINDS)[number]

/** What can be linked to: a new kind is a name in the contract and a line here. */
export const RESOLVERS = {
  'job-output': jobOutput,
  interpolation: linkedProductFile,
  zip: resolveZipLink,
} satisfies Record<LinkKind, LinkResolver>
