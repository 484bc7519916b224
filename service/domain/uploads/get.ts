import type { Upload } from '#contract/rasters/uploads.ts'
import type { Services } from '../../context.ts'
import { noUpload, presentIfThere, requireUpload } from './internal.ts'

export async function get(
  { db, files }: Pick<Services, 'db' | 'files'>,
  personId: number,
  id: string,
): Promise<Upload> {
  const found = await presentIfThere(files, await requireUpload(db, personId, id))
  if (!found) throw noUpload(id)
  return found
}
