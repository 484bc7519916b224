import type { importDataset } from '#contract/rasters/worldpop.ts'
import type { Later } from '~/api/read-answer.ts'
import {
  type FollowOptions,
  followAsset,
  followInspection,
  isInspection,
} from '~/components/rasters/uploads/follow-raster.ts'
import { fetchAssetUses } from '~/server/assets.functions.ts'
import { fetchOneDataset } from '~/server/worldpop.functions.ts'

/** What an import comes to; a service that waited has answered already. */
export async function importOf({ accepted, answer }: Later<typeof importDataset>, options: FollowOptions) {
  if (answer) return answer
  if (isInspection(accepted)) return { ...(await followInspection(accepted.id, options)), dataset: null }
  const { asset, findings } = await followAsset(accepted.id, options)
  return { findings, raster: null, dataset: asset && (await datasetOf(asset.id)) }
}

async function datasetOf(assetId: number) {
  const { content } = await fetchAssetUses({ data: { id: assetId } })
  const use = content.find(({ kind }) => kind === 'population')
  return use ? fetchOneDataset({ data: { id: use.id } }) : null
}
