import { OUTPUT_TYPES, type OutputType } from '#contract/jobs/output-types.ts'
import { ASSET_PARTS } from '#contract/accounts/signed-links.ts'
import { storedDownload } from '../../files/stored-download.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireAssetFile, requireCog } from '../assets/get.ts'
import { linkedProductFile } from '../interpolation/link-file.ts'
import type { LinkKind, LinkResolver } from '../link-tokens/link-kind.ts'
import { findOutput } from '../outputs/find-output.ts'
import { resolveZipLink } from '../zips/resolve-link.ts'

const jobOutput: LinkResolver = async ({ db, files }, recordId, part) => {
  const type = OUTPUT_TYPES.find((known) => known === part) as OutputType | undefined
  if (!type || !/^\d{1,9}$/.test(recordId))
    throw new ServiceError('not-found', sentence`There is no such output.`)
  return storedDownload(files, await findOutput(db, Number(recordId), type))
}

const asset: LinkResolver = async ({ db, files }, recordId, part) => {
  const known = ASSET_PARTS.find((one) => one === part)
  if (!known || !/^\d{1,9}$/.test(recordId))
    throw new ServiceError('not-found', sentence`There is no such file.`)
  const find = known === 'cog' ? requireCog : requireAssetFile
  return storedDownload(files, await find(db, Number(recordId)))
}

/** Targets of links: a new kind is a name in the contract and a line here. */
export const RESOLVERS = {
  'job-output': jobOutput,
  interpolation: linkedProductFile,
  zip: resolveZipLink,
  asset,
} satisfies Record<LinkKind, LinkResolver>
