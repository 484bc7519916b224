import { SURFACES, SURFACE_VIEWS } from '#contract/jobs/output-types.ts'
import { usualRange } from '#contract/jobs/surface-range.ts'
import { and, eq, inArray, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { bands, jobs, products, type Surfaces } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { presentBand, selectBands } from '../bands/select-bands.ts'
import { fillExtents } from '../rasters/extents.ts'
import { hasId, newestRows, stacRows } from '../stac/rows.ts'
import { bandLayer } from './layer-of-band.ts'
import { type TileLayer, zoomsOf } from './tile-layer.ts'

/** More would make a document of capabilities that programs load slowly; filters choose among them. */
const MAX_LAYERS = 1000

export interface LayerFilter {
  collection?: 'outputs' | 'bands'
  iso3_code?: string
}

interface Row extends Record<string, unknown> {
  collection: string
  record: number
  extent: [number, number, number, number]
}

const mappable = sql`item.collection in ('outputs', 'bands') and array_length(item.extent, 1) = 4`

/** Published outputs, then bands, the newest first: those that tiles can be made of. */
export async function listLayers(
  db: Executor,
  { collection, iso3_code }: LayerFilter = {},
): Promise<TileLayer[]> {
  await fillExtents(db)
  const conditions = [
    mappable,
    ...(collection === undefined ? [] : [sql`item.collection = ${collection}`]),
    ...(iso3_code === undefined ? [] : [sql`item.iso3_code = ${iso3_code}`]),
  ]
  const { rows } = await db.execute<Row>(sql`
    select item.collection, item.record, item.extent from ${newestRows(conditions, MAX_LAYERS)}
    order by item.collection desc, item.record desc limit ${MAX_LAYERS}`)
  return (await describe(db, rows)).slice(0, MAX_LAYERS)
}

/** One of them by its id. @throws ServiceError 'not-found', also for what is not published */
export async function findLayer(db: Executor, id: string): Promise<TileLayer> {
  await fillExtents(db)
  const [, item = ''] = /^((?:band|product)-\d{1,9})(?:-[a-z]{1,20})?$/.exec(id) ?? []
  const { rows } = await db.execute<Row>(sql`
    select item.collection, item.record, item.extent from ${stacRows}
    where ${mappable} and ${hasId([item])}`)
  const layer = (await describe(db, rows)).find((one) => one.id === id)
  if (layer) return layer
  throw new ServiceError('not-found', sentence`There is no layer '${id.slice(0, 40)}'.`)
}

async function describe(db: Executor, rows: readonly Row[]): Promise<TileLayer[]> {
  const recordsOf = (collection: string) => rows.filter((row) => row.collection === collection)
  return [
    ...(await layersOfProducts(db, recordsOf('outputs'))),
    ...(await layersOfBands(db, recordsOf('bands'))),
  ]
}

async function layersOfBands(db: Executor, rows: readonly Row[]): Promise<TileLayer[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ record }) => record)
  const found = await selectBands(db).where(inArray(bands.id, ids))
  const byId = new Map(found.map((row) => [row.id, presentBand(row)]))
  return rows.flatMap(({ record, extent }) => {
    const band = byId.get(record)
    return band ? [bandLayer(band, extent)] : []
  })
}

async function layersOfProducts(db: Executor, rows: readonly Row[]): Promise<TileLayer[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ record }) => record)
  const found = await db
    .select({ product: products, surfaces: jobs.surfaces })
    .from(products)
    .leftJoin(jobs, eq(jobs.id, products.job_id))
    .where(inArray(products.id, ids))
  const assetIds = found.flatMap(({ product }) => product.asset_id ?? [])
  const first = await selectBands(db).where(and(inArray(bands.asset_id, assetIds), eq(bands.band_index, 1)))
  const bandOf = new Map(first.map((row) => [row.asset_id, presentBand(row)]))
  const byId = new Map(found.map((row) => [row.product.id, row]))
  return rows.flatMap(({ record, extent }) => {
    const row = byId.get(record)
    if (!row) return []
    const { product, surfaces } = row
    const about = {
      description: product.data_description,
      source: `${product.source} ${product.source_wave}`,
      unit: product.unit,
    }
    const band = product.asset_id === null ? undefined : bandOf.get(product.asset_id)
    if (band) return [{ ...bandLayer(band, extent), ...about, id: `product-${record}`, title: product.title }]
    if (product.job_id === null) return []
    return layersOfSurfaces({ ...product, job: product.job_id }, surfaces, { ...about, bounds: extent })
  })
}

function layersOfSurfaces(
  { id, job, title, resolution_m }: typeof products.$inferSelect & { job: number },
  surfaces: Surfaces | null,
  about: Pick<TileLayer, 'description' | 'source' | 'unit' | 'bounds'>,
): TileLayer[] {
  return SURFACES.flatMap((surface): TileLayer[] => {
    if (!surfaces?.[surface]) return []
    const isMean = surface === 'mean'
    return [
      {
        ...about,
        id: isMean ? `product-${id}` : `product-${id}-${surface}`,
        title: isMean ? title : `${title}: ${SURFACE_VIEWS[surface].phrase}`,
        ...zoomsOf(resolution_m, true),
        ...usualRange(surfaces, surface),
        categorical: false,
        of: { job, surface },
      },
    ]
  })
}
