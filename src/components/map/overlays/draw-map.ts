import type { AdminOutline } from './admin-outline.ts'
import { createBasemap } from '~/components/map/basemap/basemap.ts'
import { TOWN, townImage } from '~/components/map/basemap/basemap-layers.ts'
import { createBaseMap, recolour } from '~/components/map/base/base-map.ts'
import { crosses180, shortWay } from '~/components/map/base/bounds-of.ts'
import { hatchImage, uncertainImage } from './hatch.ts'
import type { MapColours } from '~/components/map/legend/map-colours.ts'
import type { FilterSpecification, LibraryMap, RasterTileSource } from '~/components/map/base/map-library.ts'
import { CLUSTERS, HATCHES, type OverlayStyle, flyToUnit, showOverlayStyle } from './map-overlays.ts'
import type { Bounds, MapView, Place } from '~/components/map/base/map-place.ts'
import { type PointerEvents, type UnitRef, followPointer } from '~/components/map/base/map-pointer.ts'
import {
  HATCH,
  SURFACE,
  UNCERTAIN,
  lineData,
  mapStyle,
  placesHighlight,
  pointData,
} from '~/components/map/base/map-style.ts'
import { type ViewEvents, followView } from '~/components/map/base/map-view.ts'
import { loadNames } from '~/components/map/base/place-names.ts'

export interface MapOptions extends PointerEvents, ViewEvents {
  container: HTMLElement
  /** Read by screen readers when the map gets the focus. */
  label: string
  bounds: Bounds
  view: MapView | null
  colours: MapColours
  /** Outlines from the largest units to the smallest. */
  outlines: readonly AdminOutline[]
  /** The raster's own, which is drawn, and hatched where it has no value. */
  extent?: Bounds
  /** Null: all of it is being loaded again. */
  onFailure(what: 'tiles' | 'outlines' | 'clusters' | null): void
}

export interface MapHandle {
  setOverlayStyle(style: OverlayStyle): void
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
  const tiled = options.extent ?? bounds
  // Outlines that fail are reported as such.
  const showNames = (map: LibraryMap) => void loadNames(map, outlines).catch(() => undefined)
  const base = createBaseMap({
    container,
    label: options.label,
    library: {
      style: mapStyle(options.colours, outlines, options.extent),
      ...startOf(options.view, paddingOf(container)),
      minZoom: 1,
      maxZoom: 14,
      // Printing captures the image after the frame has ended.
      canvasContextAttributes: { preserveDrawingBuffer: true },
    },
    bounds,
    scale: true,
    onStyle: (styled) => {
      styled.addImage(HATCH, hatchImage(options.colours.hatch))
      styled.addImage(UNCERTAIN, uncertainImage())
      styled.addImage(TOWN, townImage(), { sdf: true })
      showNames(styled)
    },
    onRestore: (restored) => {
      options.onFailure(null)
      showNames(restored)
    },
    onFailure: (source) =>
      options.onFailure(
        source === SURFACE || HATCHES.includes(source ?? '')
          ? 'tiles'
          : source === CLUSTERS
            ? 'clusters'
            : 'outlines',
      ),
  })

  const { map, whenReady, setData, destroy } = base
  const pointer = followPointer(map, outlines, options)
  const showAll = () => base.fit(bounds, { padding: paddingOf(container), animate: false }, { silent: true })
  const setView = followView(map, options.view, showAll, options)

  const basemap = createBasemap(map)
  let style: OverlayStyle | undefined
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
          // The library asks for tiles from −180° to 180° only.
          bounds: crosses180(shortWay(tiled)) ? [-180, tiled[1], 180, tiled[3]] : [...tiled],
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
        if (style) showOverlayStyle(map, style, colours.ink)
      }),
    setOverlayStyle: (next) => {
      style = next
      whenReady(() => {
        showOverlayStyle(map, next, colours.ink)
        basemap.show(next.places ?? false)
      })
    },
    flyTo: ({ placeType, code }) =>
      whenReady(() => void flyToUnit(base, placeType, code, FLIGHT_PADDING).catch(() => undefined)),
    setColours: (next, { now = false } = {}) =>
      whenReady(() => {
        colours = next
        map.updateImage(HATCH, hatchImage(colours.hatch))
        recolour(map, colours)
        if (style) showOverlayStyle(map, style, colours.ink)
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
    setView,
    destroy: () => {
      pointer.stop()
      destroy()
    },
  }
}

function startOf(view: MapView | null, padding: ReturnType<typeof paddingOf>) {
  return view
    ? { center: [view.longitude, view.latitude] as [number, number], zoom: view.zoom }
    : { fitBoundsOptions: { padding } }
}
