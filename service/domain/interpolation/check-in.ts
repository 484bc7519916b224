import type { Answer, Body } from '#contract/endpoint.ts'
import type { checkInRaster } from '#contract/interpolation-files.ts'
import { sql } from 'drizzle-orm'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { product_tags, products } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { gridBounds } from '../../raster/grid.ts'
import { resolutionMetres } from '../../raster/reference-grid.ts'
import { expectCountry } from '../rasters/expect-country.ts'
import { adoptAsset, statisticsOf } from '../rasters/insert-asset.ts'
import { cleanName } from '../../files/keep-file.ts'
import { lookIntoOne, requireSha256, type StoredUpload } from '../rasters/inspect-upload.ts'
import { presentInspection } from '../rasters/present-raster.ts'
import { jobKeyPrefix } from '../submissions/job-key.ts'
import { ensureTags } from '../tags/ensure.ts'
import { getProduct } from './select-products.ts'

type CheckIn = typeof checkInRaster

/**
 * Inspects a raster that was streamed into the store and, unless it has an error, publishes it; its bands can be
 * viewed.
 */
export async function checkIn(
  services: Services,
  sent: StoredUpload,
  about: Body<CheckIn>,
  createdBy: number,
  caller: Caller,
): Promise<Answer<CheckIn>> {
  requireSha256(sent, about.sha256)
  const expected = await expectCountry(services.db, about.iso3_code, caller)
  const { inspection, findings, sound } = await lookIntoOne(services, sent, expected, caller)
  const raster = presentInspection(inspection)
  if (!sound || about.dry_run) return { catalogued: false, findings, raster, product: null }
  const { id } = await transaction(services.db, async (tx) => {
    const id = await nextId(tx)
    const key = `${jobKeyPrefix(about)}-c${id}`
    const year = about.year ?? yearOf(about)
    const { info, bands } = inspection
    const asset = await adoptAsset(tx, {
      upload: { ...sent, name: cleanName(sent.name) },
      info,
      bands: bands.map((measure) => ({
        name: bands.length === 1 ? key : `${key}-b${measure.band}`,
        band_index: measure.band,
        description: about.data_description,
        unit: about.unit,
        source: `${about.source} ${about.source_wave}`,
        year,
        iso3_code: about.iso3_code,
        statistics: statisticsOf(measure),
      })),
      createdBy,
    })
    await tx
      .insert(products)
      .overridingSystemValue()
      .values({
        id,
        job_key: key,
        asset_id: asset.id,
        iso3_code: about.iso3_code,
        target: about.target,
        source: about.source,
        source_wave: about.source_wave,
        source_date: about.source_date ?? null,
        round: about.round,
        year,
        title: about.title ?? titleOf(about, expected.country!.name),
        data_description: about.data_description,
        unit: about.unit,
        status: about.status,
        version: about.version,
        resolution_m: resolutionMetres(info),
        epsg: info.crs,
        bounds: [...gridBounds(info)],
        created_by: createdBy,
      })
    const tagIds = [...new Set((await ensureTags(tx, about.tags ?? [])).values())]
    if (tagIds.length > 0)
      await tx.insert(product_tags).values(tagIds.map((tag_id) => ({ product_id: id, tag_id })))
    return { id }
  })
  return { catalogued: true, findings, raster, product: await getProduct(services.db, id) }
}

/** Needed before the row is written, because the key and the bands' names contain it. */
async function nextId(tx: Executor): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('products', 'id'))::int as id`,
  )
  return rows[0].id
}

const yearOf = ({ source_date, source_wave }: Body<CheckIn>): number | null =>
  source_date !== undefined
    ? Number(source_date.slice(0, 4))
    : /^(19|20)\d\d$/.test(source_wave)
      ? Number(source_wave)
      : null

const titleOf = ({ target, source, source_wave, round }: Body<CheckIn>, country: string) =>
  `${country}: ${target}, ${source} ${source_wave}, round ${round}`
