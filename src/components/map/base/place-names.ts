import type { FeatureCollection } from 'geojson'
import { labelPoints } from '~/components/map/overlays/label-point.ts'
import type { AddLayerObject, GeoJSONSource, LibraryMap } from './map-library.ts'
import { type AdminOutline, placesSource } from '~/components/map/overlays/admin-outline.ts'

const NAMES = 'names-'
const namesOf = (placeType: string) => NAMES + placeType
/** The smallest units are named once there is room for them. */
const FROM_ZOOM = { adm0: 0, adm1: 0, adm2: 7.5 }

/** Names of admin units, drawn with the page's own font; the map asks no server for glyphs. */
export function nameLayers(outlines: readonly AdminOutline[]): AddLayerObject[] {
  return named(outlines).map(({ placeType }) => ({
    id: namesOf(placeType),
    type: 'symbol',
    source: namesOf(placeType),
    minzoom: FROM_ZOOM[placeType],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['Inter Variable', 'sans-serif'],
      'text-size': placeType === 'adm2' ? 11 : 12.5,
      'text-max-width': 8,
      'text-padding': 4,
    },
    paint: { 'text-halo-width': 1.5 },
  }))
}

export const nameSources = (outlines: readonly AdminOutline[]) =>
  Object.fromEntries(
    named(outlines).map(({ placeType }) => [
      namesOf(placeType),
      { type: 'geojson' as const, data: { type: 'FeatureCollection' as const, features: [] } },
    ]),
  )

/** Reads the outlines once they have loaded; a map whose outlines fail has no names. */
export async function loadNames(map: LibraryMap, outlines: readonly AdminOutline[]): Promise<void> {
  for (const { placeType } of named(outlines)) {
    const areas = await map.getSource<GeoJSONSource>(placesSource(placeType))?.getData()
    if (areas?.type !== 'FeatureCollection') continue
    const points: FeatureCollection = { type: 'FeatureCollection', features: labelPoints(areas.features) }
    void map.getSource<GeoJSONSource>(namesOf(placeType))?.setData(points)
  }
}

const named = (outlines: readonly AdminOutline[]) => outlines.filter(({ placeType }) => placeType !== 'adm0')
