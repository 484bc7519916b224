import {
  type OutputType,
  PRODUCT_FILES,
  SURFACE_FACTS,
  type Surface,
  type SurfaceType,
  scaleOf,
} from '#contract/jobs/output-types.ts'
import { SCALES } from '#contract/jobs/outputs.ts'
import { inArray, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type Surfaces, job_outputs, jobs, products } from '../../db/schema.ts'
import type { Bounds } from '../../raster/grid.ts'
import { type ProductFile, findProductFiles } from '../interpolation/find-files.ts'
import { type ProductRow, selectProducts } from '../interpolation/select-products.ts'
import { bandsOfAssets } from './bands-of-assets.ts'
import { COG_TYPE, checksumOf } from './extensions.ts'
import type { ItemParts } from './item-parts.ts'
import { known, timeOf } from './item-time.ts'
import { projectionOfOutputs } from './projection-fields.ts'
import { type DescribedBand, type StacRaster, rastersOfAssets } from './rasters-of-assets.ts'

export async function describeOutputItems(
  db: Executor,
  records: readonly number[],
): Promise<Map<number, ItemParts>> {
  const ids = [...records]
  const rows = await selectProducts(db).where(inArray(products.id, ids))
  const files = await findProductFiles(db, ids)
  const assetIds = rows.flatMap(({ asset_id }) => asset_id ?? [])
  const rasters = await rastersOfAssets(db, assetIds)
  const own = await bandsOfAssets(db, assetIds)
  const surfaces = await findSurfaces(
    db,
    rows.flatMap(({ job_id }) => job_id ?? []),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      row.job_id === null
        ? checkedIn(row, rasters.get(row.asset_id ?? 0), own.get(row.asset_id ?? 0) ?? [])
        : modelled(row, row.job_id, files.get(row.id) ?? [], surfaces.get(row.job_id)),
    ]),
  )
}

interface Drawn {
  surfaces: Surfaces | null
  hasThumbnail: boolean
}

async function findSurfaces(db: Executor, ids: readonly number[]): Promise<Map<number, Drawn>> {
  const rows = await db
    .select({
      id: jobs.id,
      surfaces: jobs.surfaces,
      hasThumbnail: sql<boolean>`exists (select from ${job_outputs}
        where ${job_outputs.job_id} = ${jobs.id} and ${job_outputs.type} = 'thumbnail')`,
    })
    .from(jobs)
    .where(inArray(jobs.id, [...ids]))
  return new Map(rows.map(({ id, ...surface }) => [id, surface]))
}

/** All surfaces are written in one form; those on maps have a summary of their cells. */
function bandOf(type: SurfaceType, surfaces: Surfaces | null) {
  const summary = surfaces?.[type as Surface]
  return {
    name: type,
    data_type: 'float32',
    nodata: 'nan',
    unit: SCALES[scaleOf(type)].fileUnit,
    ...(summary && {
      statistics: {
        minimum: summary.min,
        maximum: 'highest' in summary ? summary.highest : summary.max,
        mean: summary.mean,
      },
    }),
  }
}
const isSurface = (type: OutputType): type is SurfaceType & OutputType => Object.hasOwn(SURFACE_FACTS, type)

function propertiesOf(row: ProductRow): Record<string, unknown> {
  const { title, data_description, unit, iso3_code, country, target, source, source_wave, round, year } = row
  return {
    ...timeOf({ day: row.source_date, firstYear: year, created: row.created_at }),
    ...known({ title, description: data_description, unit, iso3_code, country, target }),
    ...known({ source, source_wave, round, year, version: row.version, job_key: row.job_key }),
    ...known({ gsd: row.resolution_m }),
  }
}

function checkedIn(
  row: ProductRow,
  raster: StacRaster | undefined,
  own: readonly DescribedBand[],
): ItemParts {
  return {
    extent: raster?.extent ?? null,
    properties: { ...propertiesOf(row), ...raster?.projection },
    assets: raster ? { data: { path: raster.path, ...raster.dataOf(own) } } : {},
    tileJson: null,
  }
}

function modelled(
  row: ProductRow,
  jobId: number,
  files: readonly ProductFile[],
  { surfaces, hasThumbnail }: Drawn = { surfaces: null, hasThumbnail: false },
): ItemParts {
  const bounds = row.bounds as Bounds | null
  const assets: ItemParts['assets'] = {}
  for (const { ext, name, media_type, size, sha256 } of files) {
    const { type } = PRODUCT_FILES[ext]
    const isRaster = ext.endsWith('tif')
    assets[type] = {
      path: `/modeling/v1/jobs/${jobId}/download/${type}`,
      title: name,
      type: isRaster ? COG_TYPE : media_type,
      roles: [isRaster ? 'data' : 'metadata'],
      'file:size': size,
      'file:checksum': checksumOf(sha256),
      ...(isSurface(type) ? { 'raster:bands': [bandOf(type, surfaces)] } : {}),
    }
  }
  if (hasThumbnail && row.job_key !== null)
    assets.thumbnail = {
      path: `/modeling/v1/jobs/by-key/${encodeURIComponent(row.job_key)}/thumbnail`,
      title: 'Thumbnail of the mean',
      type: 'image/png',
      roles: ['thumbnail'],
    }
  return {
    extent: bounds,
    properties: { ...propertiesOf(row), ...projectionOfOutputs(bounds, row.resolution_m) },
    assets,
    tileJson: 'mean' in assets ? `/modeling/v1/jobs/${jobId}/tilejson/mean` : null,
  }
}
