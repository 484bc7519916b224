import type { StacCollection } from '#contract/standards/stac.ts'
import { sql } from '#drizzle'
import type { AppConfig } from '../../../app.config.ts'
import type { Executor } from '../../db/client.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { STAC_VERSION } from './extensions.ts'
import { fillExtents } from '../rasters/extents.ts'
import { GEOJSON, addressesOf } from './links.ts'
import { COLLECTION_IDS, type CollectionId, stacRows } from './rows.ts'

const WORDS: Record<CollectionId, { title: string; description: string; keywords: string[] }> = {
  bands: {
    title: 'Raster bands',
    description: 'Named layers of uploaded rasters: covariates, population and others.',
    keywords: ['raster', 'covariates'],
  },
  'processed-rasters': {
    title: 'Processed rasters',
    description: 'Rasters on the reference grid: EPSG:4326, cells of 30 arc-seconds, Cloud-Optimized.',
    keywords: ['raster', '30 arc-seconds'],
  },
  outputs: {
    title: 'Published outputs',
    description:
      'Published surfaces: final layers of the models with their intervals and tables, and checked-in rasters.',
    keywords: ['raster', 'survey', 'model'],
  },
}

interface Extent extends Record<string, unknown> {
  collection: string
  west: number | null
  south: number
  east: number
  north: number
  starts: Date | string | null
  ends: Date | string | null
}

export function requireCollectionId(id: string): CollectionId {
  const found = COLLECTION_IDS.find((one) => one === id)
  if (found) return found
  throw new ServiceError(
    'not-found',
    sentence`There is no collection '${id.slice(0, 40)}'; there are ${fixed(COLLECTION_IDS.join(', '))}.`,
  )
}

export async function getCollections(
  db: Executor,
  config: Pick<AppConfig, 'apiPublicUrl'>,
  ids: readonly CollectionId[] = COLLECTION_IDS,
): Promise<StacCollection[]> {
  await fillExtents(db)
  const { rows } = await db.execute<Extent>(sql`
    select item.collection, min(item.extent[1]) as west, min(item.extent[2]) as south, max(item.extent[3]) as east,
      max(item.extent[4]) as north, min(item.starts) as starts, max(item.ends) as ends
    from ${stacRows} where item.collection = any(${sql.param([...ids])}::text[]) group by item.collection`)
  const extents = new Map(rows.map((row) => [row.collection, row]))
  return ids.map((id) => present(id, extents.get(id), config))
}

const moment = (at: Date | string | null | undefined) => (at ? new Date(at).toISOString() : null)

function present(
  id: CollectionId,
  extent: Extent | undefined,
  config: Pick<AppConfig, 'apiPublicUrl'>,
): StacCollection {
  const { link, root } = addressesOf(config)
  const home = `/stac/collections/${id}`
  const known = extent && extent.west !== null
  const bbox = known ? [extent.west!, extent.south, extent.east, extent.north] : [-180, -90, 180, 90]
  return {
    type: 'Collection',
    itemType: 'feature',
    stac_version: STAC_VERSION,
    stac_extensions: [],
    id,
    ...WORDS[id],
    license: 'proprietary',
    extent: {
      spatial: { bbox: [bbox] },
      temporal: { interval: [[moment(extent?.starts), moment(extent?.ends)]] },
    },
    links: [
      link('self', home),
      root,
      link('parent', '/stac'),
      link('items', `${home}/items`, { type: GEOJSON }),
      link('http://www.opengis.net/def/rel/ogc/1.0/queryables', `${home}/queryables`, {
        type: 'application/schema+json',
      }),
    ],
  }
}
