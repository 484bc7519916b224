import { uploadAsset } from '#contract/rasters/assets.ts'
import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import { listProducts } from '#contract/interpolation/interpolation-list.ts'
import { uploadLater } from '~/api/upload.ts'
import {
  type FollowOptions,
  followAsset,
  followInspection,
} from '~/components/rasters/uploads/follow-raster.ts'
import { fetchAssetUses } from '~/server/assets.functions.ts'
import { fetchProducts } from '~/server/interpolation.functions.ts'
import type { About } from './about-form.tsx'
import type { Arrived } from './use-arrival.ts'

/** What a raster that has arrived contains. */
export async function inspect(arrived: Arrived, options: FollowOptions) {
  const { accepted, answer } = await uploadLater(
    uploadAsset,
    { body: { dry_run: true, ...arrived }, files: {} },
    { signal: options.signal },
  )
  return answer ?? followInspection(accepted.id, options)
}

/** Catalogues it as a product; null: an error keeps it out. */
export async function checkIn(
  { arrived: { file, ...arrived }, about }: { arrived: Arrived; about: About },
  options: FollowOptions,
) {
  const { accepted, answer } = await uploadLater(
    checkInRaster,
    { body: { ...about, ...arrived }, files: file ? { file } : {} },
    { signal: options.signal },
  )
  if (answer) return answer
  const { asset, findings } = await followAsset(accepted.id, options)
  return { findings, raster: null, product: asset && (await productOf(asset.id)) }
}

async function productOf(assetId: number) {
  const { content } = await fetchAssetUses({ data: { id: assetId } })
  const use = content.find(({ kind }) => kind === 'product')
  const query = listProducts.query.parse({ id: use?.id, limit: 1 })
  return (await fetchProducts({ data: query })).content[0] ?? null
}
