import type { Recipe } from '#contract/rasters/asset-list.ts'
import type { Body } from '#contract/endpoint.ts'
import type { processAsset } from '#contract/rasters/processed.ts'
import { and, eq } from '#drizzle'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { assets, bands, worldpop_datasets } from '../../db/schema.ts'
import type { Affine } from '../../raster/grid.ts'
import { METRES_PER_DEGREE } from '../../raster/systems/projection.ts'
import { CELLS_PER_DEGREE, resolutionMetres } from '../../raster/grids/reference-grid.ts'
import type { TargetGrid } from '../../raster/warp/to-reference-grid.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { requireAssetFile } from '../assets/get.ts'
import { requireFreeBandNames } from '../rasters/insert-band.ts'
import { chooseGrid } from './choose-grid.ts'

/** They take one of the source's values. */
const FOR_CLASSES = new Set(['nearest', 'mode'])

/** Units of numbers per cell, whose totals must be preserved. */
const COUNTED = /^(people|persons?|population|inhabitants|births|households)( per cell)?$/i
const PER_CELL: ReadonlySet<string> = new Set(['population', 'age_sex', 'births'])

/** The band to process, how, and the metadata of the new band. */
export async function chooseSource(db: Executor, body: Body<typeof processAsset>, caller: Caller) {
  const { asset_id, band, method: asked, collection_id, iso3_code } = body
  const file = await requireAssetFile(db, asset_id)
  if (file.status !== 'ready')
    throw new ServiceError('conflict', sentence`The raster asset ${asset_id} is ${file.status}, not ready.`)
  const source = await requireSource(db, asset_id, band)
  if (source.hasClasses && asked !== undefined && !FOR_CLASSES.has(asked))
    throw new ServiceError(
      'invalid',
      sentence`This band holds classes, which cannot be averaged or summed; process it with the method nearest or mode.`,
      { errors: [{ field: 'method', message: 'Classes are processed with the method nearest or mode.' }] },
    )
  const { grid, gap, version } = await chooseGrid(db, body, caller)
  const name = body.name ?? [source.about.name, ...suffixesOf(body)].join('_')
  const about = { ...source.about, name, iso3_code: iso3_code ?? source.about.iso3_code }
  await requireFreeBandNames(db, [about])
  const method = asked ?? methodFor(source, grid)
  const recipe: Recipe = {
    asset_id,
    band,
    method,
    name,
    collection_id,
    collection_version: version,
    iso3_code,
  }
  return { key: file.read_key, recipe, grid, gap, about, categorical: source.hasClasses }
}

const suffixesOf = ({ collection_id, iso3_code }: Body<typeof processAsset>) => [
  collection_id === undefined ? '30s' : `grid${collection_id}`,
  ...(iso3_code === undefined ? [] : [iso3_code.toLowerCase()]),
]

async function requireSource(db: Executor, assetId: number, band: number) {
  const [asset] = await db.select().from(assets).where(eq(assets.id, assetId))
  const [named] = await db
    .select()
    .from(bands)
    .where(and(eq(bands.asset_id, assetId), eq(bands.band_index, band)))
    .limit(1)
  if (asset.band_count !== null && band > asset.band_count)
    throw new ServiceError(
      'invalid',
      sentence`The raster asset ${assetId} has ${asset.band_count === 1 ? 'one band' : `${asset.band_count} bands`}, no band ${band}.`,
    )
  const { description, unit, year, source, iso3_code } = named ?? {}
  const name = named?.name ?? `${asset.name.replace(/\.tiff?$/i, '')}_${band}`
  const hasClasses = named?.categorical ?? false
  const isCount = COUNTED.test(unit ?? '') || (await isPopulation(db, assetId))
  return { asset, hasClasses, isCount, about: { name, description, unit, year, source, iso3_code } }
}

async function isPopulation(db: Executor, assetId: number): Promise<boolean> {
  const [dataset] = await db
    .select({ category: worldpop_datasets.category })
    .from(worldpop_datasets)
    .where(eq(worldpop_datasets.asset_id, assetId))
  return dataset !== undefined && PER_CELL.has(dataset.category)
}

function methodFor(
  { asset, hasClasses, isCount }: Awaited<ReturnType<typeof requireSource>>,
  grid: TargetGrid | undefined,
): Recipe['method'] {
  if (isCount) return 'sum'
  if (hasClasses) return 'nearest'
  const affine = asset.affine as unknown as Affine
  const metres = resolutionMetres({ ...asset, affine, crs: asset.epsg, crsDefinition: asset.crs_definition })
  const degrees = grid ? -grid.affine[4] : 1 / CELLS_PER_DEGREE
  return metres !== null && metres < 0.75 * METRES_PER_DEGREE * degrees ? 'average' : 'bilinear'
}
