import type { FeatureCollection, Point } from 'geojson'
import { createBaseMap, recolour } from '~/components/map/base/base-map.ts'
import type { MapColours } from '~/components/map/legend/map-colours.ts'
import type { FilterSpecification, LibraryMap, MapGeoJSONFeature } from '~/components/map/base/map-library.ts'
import type { Bounds } from '~/components/map/base/map-place.ts'
import { COUNTRIES, mapStyle } from '~/components/map/base/map-style.ts'
import { projectNear } from '~/components/map/base/map-view.ts'

/** A circle's style, and the id that is reported on hover. */
interface CircleStyle {
  id: string
  colour: string
  /** Pixels. */
  radius: number
}
export type Circles = FeatureCollection<Point, CircleStyle>

interface PointsMapOptions {
  container: HTMLElement
  /** Read by screen readers when the map gets the focus. */
  label: string
  bounds: Bounds
  colours: MapColours
  /** Numeric ISO 3166 codes of the countries that are marked. */
  countries: readonly number[]
  circles: Circles
  /** The circle or, below it, the marked country under the mouse, or at the centre while the map has the focus. */
  onPoint(hit: PointsHit | null): void
  onPick(hit: PointsHit): void
  /** Null: all of it is being loaded again. */
  onFailure(what: 'outlines' | null): void
}
export type PointsHit = { circle: string } | { country: number }

export interface PointsMapHandle {
  setCircles(circles: Circles): void
  setCountries(countries: readonly number[]): void
  /** `now`: the image is ready when the call returns, for printing. */
  setColours(colours: MapColours, options?: { now?: boolean }): void
  fit(bounds: Bounds): void
  destroy(): void
}

const CIRCLES = 'circles'
const MARKED = 'marked'
const MARK = '#1dd3b0'
const PADDING = 32
/** Half of the crosshair's width, in pixels. */
const CROSSHAIR = 12

/** Circles over the countries of the world. Throws if the browser has no WebGL. */
export function drawPoints(options: PointsMapOptions): PointsMapHandle {
  const addCircles = (map: LibraryMap) => {
    map.addLayer(
      {
        id: MARKED,
        type: 'fill',
        source: COUNTRIES,
        filter: among(options.countries),
        paint: { 'fill-color': MARK, 'fill-opacity': 0.35 },
      },
      'borders',
    )
    map.addSource(CIRCLES, { type: 'geojson', data: options.circles })
    map.addLayer({
      id: CIRCLES,
      type: 'circle',
      source: CIRCLES,
      paint: {
        'circle-color': ['get', 'colour'],
        'circle-radius': ['get', 'radius'],
        'circle-stroke-width': 0.75,
        'circle-stroke-color': options.colours.ink,
      },
    })
  }
  const { map, isReady, whenReady, setData, fit, destroy } = createBaseMap({
    container: options.container,
    label: options.label,
    library: {
      style: mapStyle(options.colours, []),
      fitBoundsOptions: { padding: PADDING },
      minZoom: 0,
      maxZoom: 12,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    },
    bounds: options.bounds,
    scale: true,
    onStyle: addCircles,
    onFailure: (source) => {
      if (source === COUNTRIES) options.onFailure('outlines')
    },
    onRestore: () => options.onFailure(null),
  })

  const hitAt = (point: [number, number], layers = [CIRCLES, MARKED]): PointsHit | null => {
    if (!isReady()) return null
    const [feature] = map.queryRenderedFeatures(point, { layers })
    if (!feature) return null
    return feature.layer.id === CIRCLES
      ? { circle: String(feature.properties['id']) }
      : { country: Number(feature.id) }
  }
  map.on('mousemove', ({ point }) => {
    const hit = hitAt([point.x, point.y])
    map.getCanvas().style.cursor = hit ? 'pointer' : ''
    options.onPoint(hit)
  })
  map.on('mouseout', () => options.onPoint(null))
  const pick = (hit: PointsHit | null) => hit && options.onPick(hit)
  map.on('click', ({ point }) => pick(hitAt([point.x, point.y])))
  const canvas = map.getCanvas()
  /** Aiming by keyboard is coarse: the circle nearest to the centre, of those under the crosshair. */
  const atCentre = (): PointsHit | null => {
    if (!isReady()) return null
    const [x, y] = [canvas.clientWidth / 2, canvas.clientHeight / 2]
    const box: [[number, number], [number, number]] = [
      [x - CROSSHAIR, y - CROSSHAIR],
      [x + CROSSHAIR, y + CROSSHAIR],
    ]
    const distance = ({ geometry }: MapGeoJSONFeature) => {
      const at = projectNear(map, (geometry as Point).coordinates as [number, number])
      return Math.hypot(at.x - x, at.y - y)
    }
    const [nearest] = map
      .queryRenderedFeatures(box, { layers: [CIRCLES] })
      .filter((circle) => distance(circle) <= 2 * CROSSHAIR)
      .toSorted((one, other) => distance(one) - distance(other))
    return nearest ? { circle: String(nearest.properties['id']) } : hitAt([x, y], [MARKED])
  }
  const pointAtCentre = () => {
    if (canvas.matches(':focus-visible')) options.onPoint(atCentre())
  }
  canvas.addEventListener('focus', pointAtCentre)
  map.on('moveend', pointAtCentre)
  canvas.addEventListener('blur', () => options.onPoint(null))
  canvas.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') pick(atCentre())
  })

  return {
    setCircles: (circles) => whenReady(() => setData(CIRCLES, circles)),
    setCountries: (countries) => whenReady(() => void map.setFilter(MARKED, among(countries))),
    setColours: (colours, { now = false } = {}) =>
      whenReady(() => {
        recolour(map, colours)
        map.setPaintProperty(CIRCLES, 'circle-stroke-color', colours.ink)
        if (now) map.redraw()
      }),
    fit: (bounds) => fit(bounds, { padding: PADDING, animate: false }),
    destroy,
  }
}

/** Some territories have no code: they are never marked. */
const among = (countries: readonly number[]) =>
  ['in', ['to-number', ['id'], -1], ['literal', [...countries]]] as unknown as FilterSpecification
