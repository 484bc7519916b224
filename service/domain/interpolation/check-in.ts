import type { Answer, Body } from '#contract/endpoint.ts'
import type { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import { sql } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { product_tags, products } from '../../db/schema.ts'
import { gridBounds } from '../../raster/grid.ts'
import { resolutionMetres } from '../../raster/grids/reference-grid.ts'
import { surveyYear } from '../collections/choose-years.ts'
import { statisticsOf } from '../rasters/insert-asset.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { unitOf } from '../rasters/label-bands.ts'
import { ingestRaster, type IngestedRaster } from '../rasters/ingest-raster.ts'
import { jobKeyPrefix } from '../submissions/job-key.ts'
import { ensureTags } from '../tags/ensure.ts'
import { getProduct } from './select-products.ts'

type CheckIn = typeof checkInRaster

/** Takes in a raster and publishes it as a product; its bands can be viewed on the map. */
export async function checkIn(
  services: Services,
  sent: StoredUpload,
  about: Body<CheckIn>,
  createdBy: number,
  caller: Caller,
): Promise<Answer<CheckIn>> {
  // Known before its row is written, because the key and the names of the bands carry it.
  const id = await nextId(services.db)
  const key = `${jobKeyPrefix(about)}-c${id}`
  const year = about.year ?? surveyYear(about.source_date ?? null, about.source_wave)
  const { adopted, ...found } = await ingestRaster(
    services,
    { sent, ...about, createdBy },
    {
      bands: ({ bands }) =>
        bands.map((measure) => ({
          name: bands.length === 1 ? key : `${key}-b${measure.band}`,
          band_index: measure.band,
          description: about.data_description,
          unit: about.unit,
          source: `${about.source} ${about.source_wave}`,
          year,
          iso3_code: about.iso3_code,
          statistics: statisticsOf(measure),
        })),
      record: (tx, asset) => publish(tx, asset, { id, key, year, about, createdBy }),
    },
    caller,
  )
  return { ...found, product: adopted === null ? null : await getProduct(services.db, adopted.id) }
}

interface NewProduct {
  id: number
  key: string
  year: number | null
  about: Body<CheckIn>
  createdBy: number
}

async function publish(tx: Executor, asset: IngestedRaster, { id, key, year, about, createdBy }: NewProduct) {
  const { info } = asset.inspection
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
      title: about.title ?? titleOf(about, asset.country!.name),
      data_description: about.data_description,
      unit: about.unit || unitOf(info),
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
}

async function nextId(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('products', 'id'))::int as id`,
  )
  return rows[0].id
}

const titleOf = ({ target, source, source_wave, round }: Body<CheckIn>, country: string) =>
  `${country}: ${target}, ${source} ${source_wave}, round ${round}`
