import { PRODUCT_EXTS } from '#contract/jobs/output-types.ts'
import { storedDownload } from '../../files/stored-download.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import type { LinkResolver } from '../link-tokens/link-kind.ts'
import { requireProductFile } from './find-files.ts'

/** The target of a signed link of the kind 'interpolation': the record is the product, the part its ext. */
export const linkedProductFile: LinkResolver = async ({ db, files }, recordId, part) => {
  const ext = PRODUCT_EXTS.find((known) => known === part)
  if (!ext || !/^\d{1,9}$/.test(recordId))
    throw new ServiceError('not-found', sentence`There is no such file.`)
  return storedDownload(files, await requireProductFile(db, Number(recordId), ext))
}
