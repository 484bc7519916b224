import type {
  AddLayerObject,
  GeoJSONSource,
  LibraryMap,
  RasterSourceSpecification,
  RasterTileSource,
} from '~/components/map/base/map-library.ts'
import { type AdminOutline, placesSource } from './admin-outline.ts'
import type { BaseMap } from '~/components/map/base/base-map.ts'
import { boundsOfPoints } from '~/components/map/base/bounds-of.ts'
import { SURFACE, UNCERTAIN } from '~/components/map/base/map-style.ts'
import { circleSize } from '~/components/map/base/circle-size.ts'
import { projectNear } from '~/components/map/base/map-view.ts'
import { TOWNS } from '~/components/map/basemap/basemap-layers.ts'
import { type Ramp, rampColour } from '~/components/map/legend/ramps.ts'

export interface Range {
  min: number
  max: number
}

/** What the map shows besides outlines, and how. */
export interface OverlayStyle {
  /** Opacity of the surface or the units, 0 to 1. */
  opacity: number
  /** Shown instead of the surface. */
  units: {
    placeType: AdminOutline['placeType']
    /** By code; units without a colour have no value. */
    colours: Readonly<Record<string, string>>
    /** Codes of units to hatch. */
    uncertain: readonly string[]
  } | null
  clusters: {
    /** Address of a GeoJSON with `observed` (a share) and `denominator`. */
    url: string
    /** How many there are; circles of many are smaller. */
    count: number
    /** The colour of a cluster; null: neutral, because the ramp shows something else. */
    ramp: { name: Ramp; range: Range } | null
  } | null
  /** Towns, lakes and rivers. */
  places?: boolean
  /** Tiles of lines over cells whose colour is uncertain. */
  hatch?: string | undefined
  /** Tiles of lines across them, over cells that are extrapolated. */
  counterHatch?: string | undefined
}

export const CLUSTERS = 'clusters'
const HALO = 'clusters-halo'
const UNITS = 'units-fill'
const HATCHED = 'units-uncertain'
/** Lines over cells, by source and layer. */
export const HATCHES = ['cells-uncertain', 'cells-extrapolated']

/** Applies a look; calls again with the same look change nothing. */
export function showOverlayStyle(
  map: LibraryMap,
  { opacity, units, clusters, hatch, counterHatch }: OverlayStyle,
  neutral: string,
): void {
  if (map.getLayer(SURFACE)) {
    map.setPaintProperty(SURFACE, 'raster-opacity', opacity)
    map.setLayoutProperty(SURFACE, 'visibility', units ? 'none' : 'visible')
    HATCHES.forEach((id, i) => showHatch(map, id, [hatch, counterHatch][i]))
  }
  showUnits(map, units, opacity)
  showClusters(map, clusters, neutral)
}

function showHatch(map: LibraryMap, id: string, tiles: string | undefined) {
  if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', tiles ? 'visible' : 'none')
  if (!tiles) return
  const source = map.getSource<RasterTileSource>(id)
  if (source) {
    if (source.serialize().tiles?.[0] !== tiles) source.setTiles([tiles])
    return
  }
  map.addSource(id, {
    ...map.getStyle().sources[SURFACE],
    tiles: [tiles],
  } as RasterSourceSpecification)
  map.addLayer(
    {
      id,
      type: 'raster',
      source: id,
      paint: { 'raster-opacity': 0.7, 'raster-resampling': 'nearest', 'raster-fade-duration': 0 },
    },
    'borders',
  )
}

function showUnits(map: LibraryMap, units: OverlayStyle['units'], opacity: number) {
  for (const id of [UNITS, HATCHED]) if (map.getLayer(id)) map.removeLayer(id)
  if (!units) return
  const source = placesSource(units.placeType)
  const pairs = Object.entries(units.colours).flat()
  if (pairs.length === 0 || !map.getSource(source)) return
  const add = (layer: object) => map.addLayer(layer as AddLayerObject, 'borders')
  const colour = ['match', ['get', 'code'], ...pairs, 'rgba(0, 0, 0, 0)']
  add({ id: UNITS, type: 'fill', source, paint: { 'fill-color': colour, 'fill-opacity': opacity } })
  add({
    id: HATCHED,
    type: 'fill',
    source,
    filter: ['in', ['get', 'code'], ['literal', units.uncertain]],
    paint: { 'fill-pattern': UNCERTAIN },
  })
}

function showClusters(map: LibraryMap, clusters: OverlayStyle['clusters'], neutral: string) {
  if (!clusters) {
    for (const id of [HALO, CLUSTERS]) if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', 'none')
    return
  }
  if (!map.getSource(CLUSTERS)) map.addSource(CLUSTERS, { type: 'geojson', data: clusters.url })
  if (!map.getLayer(CLUSTERS)) {
    const size = circleSize(clusters.count)
    const add = (id: string, paint: object) =>
      map.addLayer(
        {
          id,
          type: 'circle',
          source: CLUSTERS,
          // Small circles stay on top of large ones.
          layout: { 'circle-sort-key': ['-', ['get', 'denominator']] },
          paint: { 'circle-radius': radiusAt(size), ...paint },
        } as AddLayerObject,
        // Names stay readable.
        TOWNS,
      )
    // A dark ring in a light one is visible on every colour of a ramp, in both themes.
    add(HALO, { 'circle-opacity': 0, 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 2 * size })
    add(CLUSTERS, { 'circle-stroke-color': '#000000', 'circle-stroke-width': 0.8 * size })
  }
  for (const id of [HALO, CLUSTERS]) map.setLayoutProperty(id, 'visibility', 'visible')
  map.setPaintProperty(CLUSTERS, 'circle-color', clusterColour(clusters.ramp, neutral))
  map.setPaintProperty(CLUSTERS, 'circle-opacity', clusters.ramp ? 1 : 0.25)
}

/** Pixels by the root of the number of people, so that the area is by the number; small where the country is small. */
const radiusTo = (most: number) => [
  'interpolate',
  ['linear'],
  ['sqrt', ['get', 'denominator']],
  1,
  most / 4,
  20,
  most,
]
const radiusAt = (size: number) =>
  ['interpolate', ['linear'], ['zoom'], 5, radiusTo(5 * size), 8, radiusTo(11 * size)] as never

const STOPS = 16
function clusterColour(ramp: NonNullable<OverlayStyle['clusters']>['ramp'], neutral: string) {
  if (!ramp) return neutral
  const { min, max } = ramp.range
  if (!(max > min)) return rampColour(ramp.name, 0.5)
  const stops = Array.from({ length: STOPS + 1 }, (_, stop) => [
    min + ((max - min) * stop) / STOPS,
    rampColour(ramp.name, stop / STOPS),
  ]).flat()
  return ['interpolate', ['linear'], ['get', 'observed'], ...stops] as never
}

export type Cluster = Readonly<Record<string, unknown>>

/** The cluster at a pixel, and the pixel of its centre. */
export function clusterAt(map: LibraryMap, point: readonly [number, number]) {
  if (!map.getLayer(CLUSTERS)) return null
  const reach = 4
  const box: [[number, number], [number, number]] = [
    [point[0] - reach, point[1] - reach],
    [point[0] + reach, point[1] + reach],
  ]
  const [cluster] = map.queryRenderedFeatures(box, { layers: [CLUSTERS] })
  if (cluster?.geometry.type !== 'Point') return null
  const { x, y } = projectNear(map, cluster.geometry.coordinates as [number, number])
  return { cluster: cluster.properties as Cluster, x, y }
}

/** Moves the map to a unit; nothing if there is none with this code. */
export async function flyToUnit(
  { map, fit }: Pick<BaseMap, 'map' | 'fit'>,
  placeType: string,
  code: string,
  padding: number,
) {
  const areas = await map.getSource<GeoJSONSource>(placesSource(placeType))?.getData()
  if (areas?.type !== 'FeatureCollection') return
  const unit = areas.features.find(({ properties }) => properties?.['code'] === code)
  if (!unit) return
  const points: [number, number][] = []
  const visit = (part: unknown): void => {
    if (!Array.isArray(part)) return
    if (typeof part[0] === 'number') points.push(part as [number, number])
    else part.forEach(visit)
  }
  visit((unit.geometry as { coordinates?: unknown }).coordinates)
  if (points.length > 0) fit(boundsOfPoints(points), { padding, maxZoom: 10, duration: 900 })
}
