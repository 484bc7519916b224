import type { StacItem } from '#contract/standards/stac.ts'
import type { AppConfig } from '../../../app.config.ts'
import type { Executor } from '../../db/client.ts'
import { describeBandItems } from './band-items.ts'
import { EXTENSIONS, STAC_VERSION } from './extensions.ts'
import type { ItemParts } from './item-parts.ts'
import { GEOJSON, addressesOf } from './links.ts'
import { describeOutputItems } from './output-items.ts'
import { describeProcessedItems } from './processed-items.ts'
import type { CollectionId, StacRow } from './rows.ts'

type Describe = (db: Executor, records: readonly number[]) => Promise<Map<number, ItemParts>>
const DESCRIBE: Record<CollectionId, Describe> = {
  bands: describeBandItems,
  'processed-rasters': describeProcessedItems,
  outputs: describeOutputItems,
}

/** The items of these rows in their order; one that was deleted meanwhile is left out. */
export async function toItems(
  db: Executor,
  config: Pick<AppConfig, 'apiPublicUrl'>,
  rows: readonly StacRow[],
): Promise<StacItem[]> {
  const found = new Map<StacRow, ItemParts>()
  for (const [collection, own] of Map.groupBy(rows, (row) => row.collection)) {
    const parts = await DESCRIBE[collection](
      db,
      own.map(({ record }) => record),
    )
    for (const row of own) {
      const part = parts.get(row.record)
      if (part) found.set(row, part)
    }
  }
  return rows.flatMap((row) => {
    const parts = found.get(row)
    return parts ? [frame(row, parts, config)] : []
  })
}

function frame(
  { collection, item_id }: StacRow,
  { extent, properties, assets, tileJson }: ItemParts,
  config: Pick<AppConfig, 'apiPublicUrl'>,
): StacItem {
  const { at, link, root } = addressesOf(config)
  const home = `/stac/collections/${collection}`
  return {
    type: 'Feature',
    stac_version: STAC_VERSION,
    stac_extensions: EXTENSIONS,
    id: item_id,
    collection,
    geometry: extent && rectangle(extent),
    ...(extent ? { bbox: [...extent] } : {}),
    properties,
    links: [
      link('self', `${home}/items/${item_id}`, { type: GEOJSON }),
      link('collection', home),
      link('parent', home),
      root,
      ...(tileJson === null ? [] : [link('tilejson', tileJson, { title: 'Tiles' })]),
    ],
    assets: Object.fromEntries(
      Object.entries(assets).map(([key, { path, ...asset }]) => [key, { href: at(path), ...asset }]),
    ),
  }
}

function rectangle([west, south, east, north]: readonly number[]): NonNullable<StacItem['geometry']> {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  }
}
