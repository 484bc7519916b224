import type { AdminOutline } from './admin-outline.ts'
import { createBaseMap, recolour } from './base-map.ts'
import { hatchImage, uncertainImage } from './hatch.ts'
import type { MapColours } from './map-colours.ts'
import type { FilterSpecification, MapMouseEvent, RasterTileSource } from './map-library.ts'
import { CLUSTERS, type Cluster, type MapLook, clusterAt, flyToUnit, showLook } from './map-overlays.ts'
import type { Bounds, MapView, Place } from './map-place.ts'
import {
  HATCH,
  SURFACE,
  UNCERTAIN,
  lineData,
  mapStyle,
  placesHighlight,
  placesHit,
  pointData,
} from './map-style.ts'
import { loadNames } from './place-names.ts'

export interface MapOptions {
  container: HTMLElement
  /** Read by screen readers when the map gets the focus. */
  label: string
  bounds: Bounds
  view: MapView | null
  colours: MapColours
  /** From the widest units to the smallest. */
  outlines: readonly AdminOutline[]
  /** Draws the bounds as the raster's extent, hatched where it has no value. */
  extent?: boolean
  onView(view: MapView): void
  /** While a person moves the map. */
  onMove?(view: MapView): void
  /** The place under the mouse, or the centre while the map has the focus; with the names of its units, and the units. */
  onPoint(place: Place | null, names: readonly string[], units: readonly UnitRef[]): void
  /** With the units there, from the widest to the smallest. */
  onPin(place: Place | null, units: readonly UnitRef[]): void
  /** The cluster under the mouse or at the map's centre, and where it is in the container. */
  onCluster?(hit: ClusterHit | null): void
  onFailure(what: 'tiles' | 'outlines' | 'clusters'): void
}

export interface UnitRef {
  placeType: AdminOutline['placeType']
  code: string
}
export interface ClusterHit {
  cluster: Cluster
  x: number
  y: number
  /** Of the container. */
  width: number
}

export interface MapHandle {
  setLook(look: MapLook): void
  flyTo(unit: UnitRef): void
  setTiles(template: string): void
  /** `now`: the image is ready when the call returns, for printing. */
  setColours(colours: MapColours, options?: { now?: boolean }): void
  setPin(place: Place | null): void
  /** A line that values are read along; empty for none. */
  setLine(line: readonly Place[]): void
  setHighlight(code: string | null): void
  /** Null shows the whole of the bounds. */
  setView(view: MapView | null): void
  destroy(): void
}

const PADDING = 24
const DOUBLE_CLICK_MS = 250
const FLIGHT_PADDING = 64
/** Legend and readout cover the lower corners of a wide map: the padding avoids them. */
const WIDE_PX = 1000
const paddingOf = ({ clientWidth }: HTMLElement) => {
  const sides = clientWidth >= WIDE_PX ? 272 : PADDING
  return { top: PADDING, bottom: PADDING, left: sides, right: sides }
}

/** Draws a map into a container. Throws if the browser has no WebGL. */
export function drawMap(options: MapOptions): MapHandle {
  const { container, bounds, outlines } = options
  const frame: [[number, number], [number, number]] = [
    [bounds[0], bounds[1]],
    [bounds[2], bounds[3]],
  ]
  const { map, whenReady, setData, destroy } = createBaseMap({
    container,
    label: options.label,
    library: {
      style: mapStyle(options.colours, outlines, options.extent ? bounds : undefined),
      ...startOf(options.view, frame, paddingOf(container)),
      minZoom: 1,
      maxZoom: 14,
      // Printing captures the image after the frame has ended.
      canvasContextAttributes: { preserveDrawingBuffer: true },
    },
    scale: true,
    onStyle: (styled) => {
      styled.addImage(HATCH, hatchImage(options.colours.hatch))
      styled.addImage(UNCERTAIN, uncertainImage())
      // Outlines that fail are reported as such.
      void loadNames(styled, outlines).catch(() => undefined)
    },
    onFailure: (source) =>
      options.onFailure(source === SURFACE ? 'tiles' : source === CLUSTERS ? 'clusters' : 'outlines'),
  })

  const centre = (): MapView => {
    const { lng, lat } = map.getCenter()
    return { zoom: map.getZoom(), longitude: lng, latitude: lat }
  }
  type Pixel = [x: number, y: number]
  const unitsAt = (point: Pixel) => {
    const layers = outlines.map(({ placeType }) => placesHit(placeType)).filter((id) => map.getLayer(id))
    return layers.length === 0 ? [] : map.queryRenderedFeatures(point, { layers })
  }
  const namesAt = (point: Pixel) => [
    ...new Set(unitsAt(point).map(({ properties }) => String(properties['name']))),
  ]
  const refsAt = (point: Pixel): UnitRef[] => {
    const found = unitsAt(point)
    return outlines.flatMap(({ placeType }) => {
      const unit = found.find(({ layer }) => layer.id === placesHit(placeType))
      return unit ? [{ placeType, code: String(unit.properties['code']) }] : []
    })
  }
  const placeOf = ({ lngLat }: MapMouseEvent): Place => ({ longitude: lngLat.lng, latitude: lngLat.lat })
  const pointAt = (event: MapMouseEvent) => {
    const point: Pixel = [event.point.x, event.point.y]
    const hit = clusterHit(point)
    map.getCanvas().style.cursor = hit ? 'pointer' : ''
    options.onCluster?.(hit)
    options.onPoint(placeOf(event), namesAt(point), refsAt(point))
  }
  const clusterHit = (point: Pixel): ClusterHit | null => {
    const found = clusterAt(map, point)
    return found && { ...found, width: container.clientWidth }
  }
  const middle = (): Pixel => [canvas.clientWidth / 2, canvas.clientHeight / 2]
  const canvas = map.getCanvas()
  const keyboard = () => canvas.matches(':focus-visible')
  const pointAtCentre = () => {
    if (!keyboard()) return
    options.onCluster?.(clusterHit(middle()))
    options.onPoint(centre(), namesAt(middle()), refsAt(middle()))
  }
  const leave = () => {
    options.onCluster?.(null)
    options.onPoint(null, [], [])
  }
  map.on('mousemove', pointAt)
  map.on('mouseout', leave)
  map.on('movestart', () => options.onCluster?.(null))
  // A second click makes it a double click, which zooms and leaves the pin.
  let pinning: ReturnType<typeof setTimeout> | undefined
  map.on('click', (event) => {
    clearTimeout(pinning)
    if (event.originalEvent.detail > 1) return
    const point: Pixel = [event.point.x, event.point.y]
    const hit = clusterHit(point)
    options.onCluster?.(hit)
    if (hit) return
    const [place, units] = [placeOf(event), refsAt(point)]
    pinning = setTimeout(() => options.onPin(place, units), DOUBLE_CLICK_MS)
  })
  // Until the person moves the map, it shows the whole area, whatever the size of the window.
  let whole = options.view === null
  let resized = false
  const showAll = () =>
    map.fitBounds(frame, { padding: paddingOf(container), animate: false }, { silent: true })
  map.on('resize', () => {
    resized = true
  })
  map.on('move', (event) => {
    if (!('silent' in event) && !resized) options.onMove?.(centre())
  })
  map.on('moveend', (event) => {
    pointAtCentre()
    if ('silent' in event) return
    if (resized) {
      resized = false
      if (whole) showAll()
      return
    }
    whole = false
    options.onView(centre())
  })
  canvas.addEventListener('focus', pointAtCentre)
  canvas.addEventListener('blur', leave)
  canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') options.onPin(centre(), refsAt(middle()))
    if (event.key === 'Escape') options.onPin(null, [])
  })

  let look: MapLook | undefined
  let { colours } = options
  return {
    setTiles: (template) =>
      whenReady(() => {
        const source = map.getSource<RasterTileSource>(SURFACE)
        if (source) return void source.setTiles([template])
        map.addSource(SURFACE, {
          type: 'raster',
          tiles: [template],
          tileSize: 256,
          bounds: [...bounds],
          maxzoom: 12,
        })
        map.addLayer(
          {
            id: SURFACE,
            type: 'raster',
            source: SURFACE,
            paint: { 'raster-resampling': 'nearest', 'raster-fade-duration': 0 },
          },
          'borders',
        )
        if (look) showLook(map, look, colours.ink)
      }),
    setLook: (next) => {
      look = next
      whenReady(() => showLook(map, next, colours.ink))
    },
    flyTo: ({ placeType, code }) =>
      whenReady(() => void flyToUnit(map, placeType, code, FLIGHT_PADDING).catch(() => undefined)),
    setColours: (next, { now = false } = {}) =>
      whenReady(() => {
        colours = next
        map.updateImage(HATCH, hatchImage(colours.hatch))
        recolour(map, colours)
        if (look) showLook(map, look, colours.ink)
        if (now) map.redraw()
      }),
    setLine: (line) => whenReady(() => setData('profile', lineData(line))),
    setPin: (place) => whenReady(() => setData('pin', pointData(place))),
    setHighlight: (code) =>
      whenReady(() => {
        for (const { placeType } of outlines) {
          const only = code === null ? ['literal', false] : ['==', ['get', 'code'], code]
          map.setFilter(placesHighlight(placeType), only as FilterSpecification)
        }
      }),
    setView: (view) => {
      whole = view === null
      if (view === null) return void showAll()
      const now = centre()
      const same =
        Math.abs(now.zoom - view.zoom) < 0.011 &&
        Math.abs(now.latitude - view.latitude) < 0.0002 &&
        Math.abs(now.longitude - view.longitude) < 0.0002
      if (!same) map.jumpTo({ center: [view.longitude, view.latitude], zoom: view.zoom }, { silent: true })
    },
    destroy: () => {
      clearTimeout(pinning)
      destroy()
    },
  }
}

function startOf(
  view: MapView | null,
  frame: [[number, number], [number, number]],
  padding: ReturnType<typeof paddingOf>,
) {
  return view
    ? { center: [view.longitude, view.latitude] as [number, number], zoom: view.zoom }
    : { bounds: frame, fitBoundsOptions: { padding } }
}
