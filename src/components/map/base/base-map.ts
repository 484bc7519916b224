import { crosses180, shortWay } from './bounds-of.ts'
import type { MapColours } from '~/components/map/legend/map-colours.ts'
import { panBySmallSteps } from './map-keys.ts'
import {
  FullscreenControl,
  type GeoJSONSource,
  LibraryMap,
  NavigationControl,
  ScaleControl,
} from './map-library.ts'
import type { Bounds } from './map-place.ts'
import { themePaint } from './map-style.ts'

type LibraryOptions = ConstructorParameters<typeof LibraryMap>[0]
type FitOptions = Parameters<LibraryMap['fitBounds']>[1]

interface BaseMapOptions {
  container: HTMLElement
  /** Read by screen readers when the map gets the focus. */
  label: string
  /** The style, the start and the limits of this map. */
  library: Omit<LibraryOptions, 'container' | 'locale' | 'bounds'>
  /** Shown at first, unless `library` has a centre. */
  bounds: Bounds
  scale: boolean
  /** Adds what the style does not have; called once, before anything waits for the map. */
  onStyle: (map: LibraryMap) => void
  /** Something could not be loaded; with its source, if that is known. */
  onFailure: (source?: string) => void
  /** The browser had lost what it had drawn; everything is being loaded and drawn again, except images of the page. */
  onRestore: (map: LibraryMap) => void
}

/** A north-up map over the world's countries: what every map of the product shares. Throws if the browser has no WebGL. */
export function createBaseMap({
  container,
  label,
  library,
  bounds,
  scale,
  onStyle,
  onFailure,
  onRestore,
}: BaseMapOptions) {
  const start = shortWay(bounds)
  const map = new LibraryMap({
    ...library,
    ...(!library.center && { bounds: corners(start) }),
    container,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    // Both sides of 180° are drawn next to each other only if the bounds lie on both.
    renderWorldCopies: crosses180(start),
    attributionControl: false,
    fadeDuration: 0,
    // The wheel scrolls the page and zooms with a modifier key; touch needs two fingers. The map says so.
    cooperativeGestures: true,
    locale: {
      'Map.Title': label,
      'FullscreenControl.Enter': 'Full screen',
      'FullscreenControl.Exit': 'Leave full screen',
      'CooperativeGesturesHandler.WindowsHelpText': 'Hold Ctrl and scroll to zoom the map',
      'CooperativeGesturesHandler.MacHelpText': 'Hold ⌘ and scroll to zoom the map',
      'CooperativeGesturesHandler.MobileHelpText': 'Use two fingers to move the map',
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  panBySmallSteps(map)
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  const panel = container.closest<HTMLElement>('.map-panel')
  if (panel) map.addControl(new FullscreenControl({ container: panel }), 'top-right')
  if (scale) map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-right')

  const waiting: (() => void)[] = []
  let ready = false
  let complete = false
  const whenReady = (act: () => void) => void (ready ? act() : waiting.push(act))
  const setData = (source: string, data: Parameters<GeoJSONSource['setData']>[0]) =>
    void map.getSource<GeoJSONSource>(source)?.setData(data)

  map.on('error', (event) => onFailure((event as { sourceId?: string }).sourceId))
  map.on('webglcontextlost', () => {
    ready = false
  })
  map.on('style.load', () => {
    // A style that comes back has what was added to it.
    if (complete) onRestore(map)
    else onStyle(map)
    complete = true
    ready = true
    for (const act of waiting.splice(0)) act()
  })

  return {
    map,
    isReady: () => ready,
    whenReady,
    setData,
    /** Shows bounds the short way. */
    fit: (next: Bounds, options: FitOptions, event?: object) => {
      const short = shortWay(next)
      map.setRenderWorldCopies(crosses180(short))
      map.fitBounds(corners(short), options, event)
    },
    destroy: () => map.remove(),
  }
}

const corners = ([west, south, east, north]: Bounds): [[number, number], [number, number]] => [
  [west, south],
  [east, north],
]

export type BaseMap = ReturnType<typeof createBaseMap>

/** Gives every layer of the style the theme's colours. */
export function recolour(map: LibraryMap, colours: MapColours): void {
  for (const layer of map.getStyle().layers) {
    for (const [property, value] of Object.entries(themePaint(layer.id, colours)))
      map.setPaintProperty(layer.id, property as never, value as never)
  }
}
