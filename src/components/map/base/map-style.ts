import type { Feature, FeatureCollection, Polygon } from 'geojson'
import { type AdminOutline, placesSource } from '~/components/map/overlays/admin-outline.ts'
import { shortWay, wrapLongitude } from './bounds-of.ts'
import { collectionOf, rectangle } from './box.ts'
import { BASEMAP, TOWNS, townLayers, waterLayers } from '~/components/map/basemap/basemap-layers.ts'
import countriesUrl from './countries.geojson?url'
import type { Bounds, Place } from './map-place.ts'
import type { MapColours } from '~/components/map/legend/map-colours.ts'
import type { AddLayerObject, StyleSpecification } from './map-library.ts'
import { nameLayers, nameSources } from './place-names.ts'
import { tileOrigin } from './tile-origin.ts'

export const HATCH = 'hatch'
export const SURFACE = 'surface'
/** Natural Earth's countries by their ISO number, a file on our own server that the map's worker fetches. */
export const COUNTRIES = 'countries'
/** The hatch over units whose colour is uncertain. */
export const UNCERTAIN = 'uncertain'
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] }

export const placesHighlight = (placeType: string) => `places-${placeType}-highlight`
export const placesHit = (placeType: string) => `places-${placeType}-hit`

/**
 * Ground, countries, admin units, pin. The surface is inserted between ground and lines once its address is known.
 * Places without a value are hatched: in the raster's extent if that is given, else in the widest admin units.
 */
export function mapStyle(
  colours: MapColours,
  outlines: readonly AdminOutline[],
  extent?: Bounds,
): StyleSpecification {
  const widest = outlines[0]?.placeType
  const hatched = extent ? 'extent' : widest && placesSource(widest)
  return {
    version: 8,
    // A change of theme applies at once, also for printing.
    transition: { duration: 0, delay: 0 },
    sources: {
      [COUNTRIES]: { type: 'geojson', data: tileOrigin() + countriesUrl },
      profile: { type: 'geojson', data: EMPTY },
      pin: { type: 'geojson', data: EMPTY },
      ...(extent && { extent: { type: 'geojson' as const, data: extentData(extent) } }),
      ...Object.fromEntries(
        outlines.map(({ placeType, url }) => [
          placesSource(placeType),
          { type: 'geojson' as const, data: url, tolerance: 0.2 },
        ]),
      ),
      ...nameSources(outlines),
      [BASEMAP]: { type: 'geojson', data: EMPTY },
    },
    layers: [
      { id: 'water', type: 'background', paint: {} },
      { id: 'land', type: 'fill', source: COUNTRIES, paint: {} },
      ...(hatched
        ? [
            {
              id: 'nodata',
              type: 'fill' as const,
              source: hatched,
              filter: ['==', ['geometry-type'], 'Polygon'],
              paint: { 'fill-pattern': HATCH },
            },
          ]
        : []),
      { id: 'borders', type: 'line', source: COUNTRIES, paint: { 'line-width': 0.6 } },
      ...waterLayers(),
      ...(extent
        ? [
            {
              id: 'extent-line',
              type: 'line' as const,
              source: 'extent',
              filter: ['==', ['geometry-type'], 'LineString'],
              paint: { 'line-width': 0.7 },
            },
          ]
        : []),
      ...outlines.flatMap(({ placeType }) => outlineLayers(placeType)),
      ...outlines.map(({ placeType }) => ({
        id: placesHighlight(placeType),
        type: 'line' as const,
        source: placesSource(placeType),
        filter: ['literal', false],
        paint: { 'line-width': 3 },
      })),
      ...townLayers(),
      ...nameLayers(outlines),
      // A line that values are read along.
      {
        id: 'profile-casing',
        type: 'line',
        source: 'profile',
        paint: { 'line-width': 5, 'line-opacity': 0.8 },
      },
      { id: 'profile-line', type: 'line', source: 'profile', paint: { 'line-width': 2 } },
      { id: 'profile-dots', type: 'circle', source: 'profile', paint: { 'circle-radius': 4 } },
      { id: 'pin-halo', type: 'circle', source: 'pin', paint: { 'circle-radius': 8 } },
      { id: 'pin-dot', type: 'circle', source: 'pin', paint: { 'circle-radius': 5 } },
    ].map((layer) => coloured(layer as AddLayerObject, colours)) as StyleSpecification['layers'],
  }
}

/** A rectangle, and the line around it; of all longitudes, there is no line where they meet. */
function extentData(extent: Bounds): FeatureCollection {
  const [west, south, east, north] = shortWay(extent)
  const area = rectangle([west, south, east, north])
  const parallels = [south, north].map((latitude) => [
    [west, latitude],
    [east, latitude],
  ])
  const around = (area.geometry as Polygon).coordinates
  return collectionOf([
    area,
    {
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiLineString', coordinates: east - west < 360 ? around : parallels },
    },
  ])
}

const LINE_WIDTH = { adm0: 1.4, adm1: 0.7, adm2: 0.35 }

function outlineLayers(placeType: AdminOutline['placeType']): AddLayerObject[] {
  const source = placesSource(placeType)
  const minzoom = placeType === 'adm2' ? 6.5 : 0
  return [
    { id: placesHit(placeType), type: 'fill', source, paint: { 'fill-opacity': 0 } },
    // A light casing keeps thin lines visible on the dark end of every ramp.
    ...(placeType === 'adm2'
      ? []
      : [
          {
            id: `places-${placeType}-casing`,
            type: 'line' as const,
            source,
            paint: { 'line-width': LINE_WIDTH[placeType] * 3, 'line-opacity': 0.4 },
          },
        ]),
    {
      id: `places-${placeType}-line`,
      type: 'line',
      source,
      minzoom,
      paint: { 'line-width': LINE_WIDTH[placeType], 'line-opacity': placeType === 'adm2' ? 0.6 : 0.85 },
    },
  ]
}

/** The paint properties of a layer that follow the theme. */
export function themePaint(layer: string, colours: MapColours): Record<string, string> {
  if (layer === 'water') return { 'background-color': colours.water }
  if (layer === 'land') return { 'fill-color': colours.land }
  if (layer === 'lakes') return { 'fill-color': colours.water }
  if (layer === 'lake-shores' || layer === 'rivers') return { 'line-color': colours.river }
  if (layer === TOWNS)
    return { 'text-color': colours.ink, 'text-halo-color': colours.halo, 'icon-color': colours.ink }
  if (layer === 'borders') return { 'line-color': colours.border }
  if (layer.endsWith('-highlight')) return { 'line-color': colours.ink }
  if (layer.endsWith('-casing')) return { 'line-color': colours.halo }
  if (layer.startsWith('names-')) return { 'text-color': colours.ink, 'text-halo-color': colours.halo }
  if (layer === 'pin-halo') return { 'circle-color': colours.halo }
  if (layer === 'pin-dot' || layer === 'profile-dots') return { 'circle-color': colours.ink }
  return layer.endsWith('-line') ? { 'line-color': colours.admin } : {}
}

const coloured = (layer: AddLayerObject, colours: MapColours): AddLayerObject =>
  ({
    ...layer,
    paint: { ...('paint' in layer ? layer.paint : {}), ...themePaint(layer.id, colours) },
  }) as AddLayerObject

export const pointData = (place: Place | null): FeatureCollection | Feature =>
  place
    ? {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
      }
    : EMPTY

/** The short way from vertex to vertex: across 180°, longitudes continue beyond it. */
function unrolled(line: readonly Place[]): [number, number][] {
  let turn = 0
  return line.map(({ longitude, latitude }, i) => {
    const step = i === 0 ? 0 : longitude - line[i - 1].longitude
    turn += wrapLongitude(step) - step
    return [longitude + turn, latitude]
  })
}

/** A line of one vertex is a point, which is where drawing begins. */
export const lineData = (line: readonly Place[]): FeatureCollection | Feature =>
  line.length < 2
    ? pointData(line[0] ?? null)
    : {
        type: 'Feature',
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: unrolled(line),
        },
      }
