import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import type { processAsset } from '#contract/rasters/processed.ts'
import { eq } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import { assets } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { RasterError } from '../../raster/raster-error.ts'
import type { Gap } from '../../raster/warp/to-reference-grid.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { get, lockAsset } from '../assets/get.ts'
import { adoptAsset, statisticsOf } from '../rasters/insert-asset.ts'
import { validateRaster } from '../rasters/validate-raster.ts'
import { cleanName, insertFile } from '../../files/keep-file.ts'
import { requestInspection } from '../rasters/task/request-inspection.ts'
import { dropLoose, keepRenewing } from '../../files/loose-files.ts'
import { chooseSource } from './choose-source.ts'

type Process = typeof processAsset

const NODATA = -9999

/**
 * Has a worker resample one band onto the chosen grid, and catalogues the result as a new asset, or as
 * `assetId`, the asset that the caller follows.
 */
export async function processRaster(
  services: Services,
  body: Body<Process>,
  createdBy: number,
  caller: Caller,
  assetId?: number,
): Promise<Answer<Process>> {
  const { db } = services
  const { key, recipe, grid, gap, about, categorical } = await chooseSource(db, body, caller)
  const { band, method } = recipe
  const progress = assetId === undefined ? undefined : ({ kind: 'asset', id: assetId } as const)
  const description = about.name
  // A COG that is replaced meanwhile stays until the worker has read it.
  const endRenewing = keepRenewing(db, [key])
  const { inspection, stored } = await asInvalid(() =>
    requestInspection(
      services,
      {
        type: 'to-reference-grid',
        key,
        band,
        method,
        nodata: NODATA,
        description,
        categorical,
        grid,
        gap,
        progress,
      },
      caller,
    ),
  ).finally(endRenewing)
  try {
    const findings = [...validateRaster(inspection), ...(gap ? [acrossTheGlobe(gap)] : [])]
    const error = findings.find(({ severity }) => severity === 'error')
    if (error) throw new ServiceError('invalid', sentence`The result was discarded: ${error.message}`)
    const { info, bands: measures } = inspection
    const upload = { ...stored!, name: cleanName(`${about.name}.tif`), assetId }
    const { id } = await transactionWithAudit(db, async (tx) => {
      await lockAsset(tx, recipe.asset_id, 'key share')
      if (assetId !== undefined) {
        const file_id = await insertFile(tx, { ...upload, mediaType: 'image/tiff' }, createdBy)
        await tx.update(assets).set({ file_id }).where(eq(assets.id, assetId))
      }
      const bands = [{ ...about, statistics: statisticsOf(measures[0]) }]
      return adoptAsset(tx, { upload, info, cog: null, bands, recipe, createdBy })
    })
    return { asset: await get(db, id), method, findings }
  } finally {
    await dropLoose(services, [stored!.key])
  }
}

const acrossTheGlobe = ([west, east]: Gap): RasterFinding => ({
  severity: 'note',
  code: 'both-sides-of-180',
  band: null,
  message: `The country lies on both sides of 180°, so the result spans all longitudes; between ${degrees(west)} and ${degrees(east)}, no cell has a value.`,
  help: 'Process the raster without a country to fill them.',
})

const degrees = (longitude: number) =>
  `${Number(Math.abs(longitude).toFixed(2))}° ${longitude < 0 ? 'W' : 'E'}`

async function asInvalid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RasterError)
      throw new ServiceError('invalid', foreign(error.message, sentence`The raster cannot be processed.`))
    throw error
  }
}
