import type { Feature, FeatureCollection } from 'geojson'
import type { GeoJSONSource, LibraryMap } from '~/components/map/base/map-library.ts'
import { tileOrigin } from '~/components/map/base/tile-origin.ts'
import { BASEMAP, basemapLayers } from './basemap-layers.ts'
import { fileOf, tilesOf } from './basemap-tiles.ts'

/** Natural Earth's towns, lakes and rivers: files on our own server, by tile. */
const FILES = import.meta.glob<string>('./tiles/*/*.geojson', {
  eager: true,
  import: 'default',
  query: '?url',
})
const addressOf = (tile: string) => FILES[`./tiles/${fileOf(tile)}`]

/** Zoomed out farther, towns and rivers would be too many. */
const FROM_ZOOM = 3.5

/** Loads the tiles in view while the base map is on; a tile that fails is asked for again by the next move. */
export function createBasemap(map: LibraryMap) {
  const tiles = new Map<string, readonly Feature[]>()
  const loading = new Set<string>()
  let isOn = false

  const load = async (tile: string, address: string) => {
    loading.add(tile)
    try {
      const answer = await fetch(tileOrigin() + address)
      if (!answer.ok) return
      tiles.set(tile, ((await answer.json()) as FeatureCollection).features)
      void map
        .getSource<GeoJSONSource>(BASEMAP)
        ?.setData({ type: 'FeatureCollection', features: distinct(tiles) })
    } catch {
      // Without a tile, the surface is complete.
    } finally {
      loading.delete(tile)
    }
  }
  const loadView = () => {
    if (!isOn || map.getZoom() < FROM_ZOOM) return
    const bounds = map.getBounds()
    const view = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()] as const
    for (const tile of tilesOf(view)) {
      const address = addressOf(tile)
      if (address && !tiles.has(tile) && !loading.has(tile)) void load(tile, address)
    }
  }
  map.on('moveend', loadView)
  return {
    show: (on: boolean) => {
      isOn = on
      for (const { id } of basemapLayers()) map.setLayoutProperty(id, 'visibility', on ? 'visible' : 'none')
      loadView()
    },
  }
}

/** A lake in several tiles is drawn once. */
function distinct(tiles: ReadonlyMap<string, readonly Feature[]>): Feature[] {
  const lakes = new Set<Feature['id']>()
  return [...tiles.values()].flat().filter(({ id }) => {
    if (id === undefined) return true
    const isNew = !lakes.has(id)
    lakes.add(id)
    return isNew
  })
}
