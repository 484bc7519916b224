import type { Answer, Body } from '#contract/endpoint.ts'
import type { processAsset } from '#contract/processed.ts'
import { and, eq } from 'drizzle-orm'
import type { Caller, Services } from '../../context.ts'
import { assets, bands } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import type { Affine } from '../../raster/grid.ts'
import { CELLS_PER_DEGREE, resolutionMetres } from '../../raster/reference-grid.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { ServiceError } from '../../service-error.ts'
import { get, requireAssetFile } from '../assets/get.ts'
import { adoptAsset, statisticsOf } from '../rasters/insert-asset.ts'
import { validateRaster } from '../rasters/validate-raster.ts'
import { cleanName } from '../../files/keep-file.ts'
import { askRasterWork } from '../rasters/ask-raster-work.ts'
import { requireFreeBandNames } from '../rasters/insert-band.ts'
import { dropLoose } from '../../files/loose-files.ts'

type Process = typeof processAsset

const NODATA = -9999
const METRES_PER_DEGREE = 111_195.08

/** Has a worker resample one band onto the reference grid, and catalogues the result as an asset of its own. */
export async function processRaster(
  services: Services,
  { asset_id, band, method: asked, name: given }: Body<Process>,
  createdBy: number,
  caller: Caller,
): Promise<Answer<Process>> {
  const { db } = services
  const file = await requireAssetFile(db, asset_id)
  if (file.status !== 'ready')
    throw new ServiceError('conflict', `The raster asset ${asset_id} is ${file.status}, not ready.`)
  const source = await requireSource(db, asset_id, band)
  const method = asked ?? methodFor(source)
  const about = { ...source.about, name: given ?? `${source.about.name}_30s` }
  await requireFreeBandNames(db, [about])
  const { inspection, stored } = await refusing(() =>
    askRasterWork(
      services,
      {
        type: 'to-reference-grid',
        key: file.read_key,
        band,
        method,
        nodata: NODATA,
        description: about.name,
      },
      caller,
    ),
  )
  try {
    const findings = validateRaster(inspection)
    const fault = findings.find(({ severity }) => severity === 'error')
    if (fault) throw new ServiceError('invalid', `Nothing was kept of the result: ${fault.message}`)
    const { info, bands: measures } = inspection
    const { id } = await transaction(db, (tx) =>
      adoptAsset(tx, {
        upload: { ...stored!, name: cleanName(`${about.name}.tif`) },
        info,
        cog: null,
        bands: [{ ...about, statistics: statisticsOf(measures[0]) }],
        processedFrom: asset_id,
        createdBy,
      }),
    )
    return { asset: await get(db, id), method, findings }
  } finally {
    await dropLoose(services, [stored!.key])
  }
}

async function requireSource(db: Services['db'], assetId: number, band: number) {
  const [asset] = await db.select().from(assets).where(eq(assets.id, assetId))
  const [named] = await db
    .select()
    .from(bands)
    .where(and(eq(bands.asset_id, assetId), eq(bands.band_index, band)))
    .limit(1)
  if (asset.band_count !== null && band > asset.band_count)
    throw new ServiceError(
      'invalid',
      `The raster asset ${assetId} has ${asset.band_count === 1 ? 'one band' : `${asset.band_count} bands`}, no band ${band}.`,
    )
  const { description, unit, year, source, iso3_code } = named ?? {}
  const name = named?.name ?? `${asset.name.replace(/\.tiff?$/i, '')}_${band}`
  return { asset, about: { name, description, unit, year, source, iso3_code } }
}

function methodFor({ asset }: Awaited<ReturnType<typeof requireSource>>) {
  if (asset.data_type === 'uint8' || asset.data_type === 'int8') return 'nearest'
  const affine = asset.affine as unknown as Affine
  const metres = resolutionMetres({ ...asset, affine, crs: asset.epsg })
  return metres !== null && metres < (0.75 * METRES_PER_DEGREE) / CELLS_PER_DEGREE ? 'average' : 'bilinear'
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RasterError) throw new ServiceError('invalid', error.message)
    throw error
  }
}
