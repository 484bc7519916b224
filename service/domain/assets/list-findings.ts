import type { listAssetFindings, RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { Answer } from '#contract/endpoint.ts'
import { asc, eq } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { bands } from '../../db/schema.ts'
import type { BandMeasure } from '../../raster/inspect.ts'
import { northUp } from '../../raster/cells/mirror.ts'
import { ServiceError } from '../../service-error.ts'
import { expectCountry } from '../rasters/expect-country.ts'
import { warnOfCopy } from '../rasters/find-copies.ts'
import { withAcceptances } from './accepted-findings.ts'
import { requireAsset } from './get.ts'
import { validateRaster } from '../rasters/validate-raster.ts'
import { readStored } from '../rasters/read-stored.ts'

/** Findings about a catalogued raster, from its header and the statistics of its bands: no cell is read again. */
export async function listFindings(
  { db, files }: Pick<Services, 'db' | 'files'>,
  id: number,
  caller: Caller,
): Promise<Answer<typeof listAssetFindings>> {
  const { key, read_key, sha256, status, findings: found } = await requireAsset(db, id)
  if (status !== 'ready' || read_key === null)
    return { content: found ?? [], totalElements: found?.length ?? 0 }
  const { measures, iso3_code } = await readBands(db, id)
  const findings = await validated(async () => {
    const info = await readStored(files, read_key, { type: 'info' }, caller)
    // How the file was sent; its COG no longer shows it.
    const sent =
      key === null || key === read_key ? info : await readStored(files, key, { type: 'info' }, caller)
    const { compression, masked, mirrored, otherPlace } = northUp(sent)
    const asSent = {
      ...info,
      compression,
      ...(masked && { masked }),
      ...(mirrored && { mirrored }),
      ...(otherPlace && { otherPlace }),
    }
    return validateRaster({ info: asSent, bands: measures }, await expectCountry(db, iso3_code, caller))
  })
  if (sha256 !== null) findings.push(...(await warnOfCopy(db, sha256, id)))
  const content = await withAcceptances(db, id, [...findings, ...(found ?? [])])
  return { content, totalElements: content.length }
}

async function validated(work: () => Promise<RasterFinding[]>): Promise<RasterFinding[]> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error
    return [{ severity: 'error', code: 'unreadable', band: null, message: error.message }]
  }
}

/** The bands' country, if all have the same one. */
async function readBands(db: Executor, assetId: number) {
  const rows = await db
    .select({ band: bands.band_index, statistics: bands.statistics, iso3_code: bands.iso3_code })
    .from(bands)
    .where(eq(bands.asset_id, assetId))
    .orderBy(asc(bands.band_index), asc(bands.id))
  const countries = new Set(rows.map(({ iso3_code }) => iso3_code))
  return {
    iso3_code: countries.size === 1 ? (rows[0].iso3_code ?? undefined) : undefined,
    // Infinite cells keep a raster out, and population counts are checked on import.
    measures: rows.map(({ band, statistics }): BandMeasure => ({
      band,
      infinite: 0,
      negative: 0,
      ...statistics,
    })),
  }
}
