import type { getAssetLayout } from '#contract/rasters/assets.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Caller, Services } from '../../context.ts'
import { presentLayout } from '../rasters/present-raster.ts'
import { readStored } from '../rasters/read-stored.ts'
import { requireAsset } from './get.ts'

/** From the headers of the two files. */
export async function getLayout(
  { db, files }: Pick<Services, 'db' | 'files'>,
  id: number,
  caller: Caller,
): Promise<Answer<typeof getAssetLayout>> {
  const { key, read_key, status } = await requireAsset(db, id)
  const layoutOf = async (file: string | null) =>
    file === null || status !== 'ready'
      ? null
      : presentLayout(await readStored(files, file, { type: 'info' }, caller))
  return { as_sent: key === read_key ? null : await layoutOf(key), as_stored: await layoutOf(read_key) }
}
