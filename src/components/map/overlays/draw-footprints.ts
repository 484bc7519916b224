import { createBaseMap, recolour } from '~/components/map/base/base-map.ts'
import { shortWay, unionOf } from '~/components/map/base/bounds-of.ts'
import { boxBetween, collectionOf, rectangle } from '~/components/map/base/box.ts'
import { hatchImage } from './hatch.ts'
import type { MapColours } from '~/components/map/legend/map-colours.ts'
import type { FilterSpecification, ImageSource, LibraryMap } from '~/components/map/base/map-library.ts'
import type { Bounds } from '~/components/map/base/map-place.ts'
import { COUNTRIES, HATCH, SURFACE, mapStyle } from '~/components/map/base/map-style.ts'

export interface Footprint {
  id: number
  title: string
  bounds: Bounds
}

/** An image in Web Mercator, transparent where there is no value. */
export interface Picture {
  url: string
  bounds: Bounds
}

interface FootprintOptions {
  container: HTMLElement
  label: string
  picture: Picture | null
  colours: MapColours
  onBox(box: Bounds): void
  onPoint(ids: readonly number[]): void
  /** Null: all of it is being loaded again. */
  onFailure(what: 'outlines' | 'picture' | null): void
}

export interface FootprintHandle {
  setFootprints(footprints: readonly Footprint[]): void
  setHighlight(id: number | null): void
  setBox(box: Bounds | null): void
  /** While it is on, dragging draws a box instead of moving the map. */
  setDrawing(on: boolean): void
  /** `now`: the image is ready when the call returns, for printing. */
  setColours(colours: MapColours, options?: { now?: boolean }): void
  /** Makes the map's current view the box. */
  chooseView(): void
  destroy(): void
}

type Corner = readonly [longitude: number, latitude: number]

const WORLD: Bounds = [-170, -56, 180, 75]
const PADDING = 24

/** Extents as outlines over the countries, and a box that filters. Throws if the browser has no WebGL. */
export function drawFootprints(options: FootprintOptions): FootprintHandle {
  const { picture } = options
  const paint = (map: LibraryMap, colours: MapColours) => {
    recolour(map, colours)
    if (picture) map.updateImage(HATCH, hatchImage(colours.hatch))
    map.setPaintProperty('footprints-fill', 'fill-color', colours.admin)
    map.setPaintProperty('box-fill', 'fill-color', colours.ink)
  }
  const paintPicture = (map: LibraryMap) =>
    picture &&
    void drawPicture(map, picture).catch(() => {
      // The hatch would say that there are no values.
      if (map.getLayer('nodata')) map.removeLayer('nodata')
      options.onFailure('picture')
    })
  const addFootprints = (map: LibraryMap) => {
    if (picture) {
      map.addImage(HATCH, hatchImage(options.colours.hatch))
      addPicture(map, picture)
      paintPicture(map)
    }
    for (const source of ['footprints', 'box'])
      map.addSource(source, { type: 'geojson', data: collectionOf([]) })
    map.addLayer({
      id: 'footprints-fill',
      type: 'fill',
      source: 'footprints',
      // Colours of a picture stay those of its legend.
      paint: { 'fill-opacity': picture ? 0 : 0.06 },
    })
    map.addLayer({ id: 'footprints-line', type: 'line', source: 'footprints', paint: { 'line-width': 1 } })
    map.addLayer({
      id: 'footprints-highlight',
      type: 'line',
      source: 'footprints',
      filter: ['literal', false] as unknown as FilterSpecification,
      paint: { 'line-width': 3 },
    })
    map.addLayer({ id: 'box-fill', type: 'fill', source: 'box', paint: { 'fill-opacity': 0.1 } })
    map.addLayer({
      id: 'box-line',
      type: 'line',
      source: 'box',
      paint: { 'line-width': 2, 'line-dasharray': [3, 2] },
    })
    paint(map, options.colours)
  }
  const { map, isReady, whenReady, setData, fit, destroy } = createBaseMap({
    container: options.container,
    label: options.label,
    library: {
      style: mapStyle(options.colours, [], picture?.bounds),
      maxZoom: 10,
    },
    bounds: WORLD,
    scale: false,
    onStyle: addFootprints,
    onFailure: (source) => {
      if (source === COUNTRIES) options.onFailure('outlines')
    },
    onRestore: (restored) => {
      options.onFailure(null)
      paintPicture(restored)
    },
  })

  map.on('mousemove', (event) => {
    if (!isReady()) return
    const features = map.queryRenderedFeatures(event.point, { layers: ['footprints-fill'] })
    options.onPoint([...new Set(features.map(({ properties }) => Number(properties['id'])))])
  })
  map.on('mouseout', () => options.onPoint([]))

  const choose = (from: Corner, to: Corner) => {
    const box = boxBetween(from, to)
    if (box) options.onBox(box)
  }
  const showBox = (box: Bounds | null) =>
    whenReady(() => setData('box', collectionOf(box ? [rectangle(shortWay(box))] : [])))
  const stopDrawing = followBox(map, {
    onChange: showBox,
    onEnd: choose,
  })
  let lastExtent = ''
  let ownBox: Bounds | null = null
  return {
    setFootprints: (footprints) =>
      whenReady(() => {
        setData(
          'footprints',
          collectionOf(footprints.map(({ id, bounds }) => rectangle(shortWay(bounds), { id }))),
        )
        // The box explains which products there are: it stays in view.
        const visible = [...footprints.map(({ bounds }) => bounds), ...(ownBox ? [ownBox] : [])]
        const all = unionOf(visible)
        // The same extents, after sorting or a change, leave the map where the person has moved it.
        if (visible.length === 0 || lastExtent === all.join()) return
        lastExtent = all.join()
        fit(all, { padding: PADDING, animate: false, maxZoom: 6 })
      }),
    setHighlight: (id) =>
      whenReady(() =>
        map.setFilter(
          'footprints-highlight',
          (id === null ? ['literal', false] : ['==', ['get', 'id'], id]) as FilterSpecification,
        ),
      ),
    setBox: (box) => {
      ownBox = box
      showBox(box)
    },
    setDrawing: (on) => stopDrawing.set(on),
    setColours: (colours, { now = false } = {}) =>
      whenReady(() => {
        paint(map, colours)
        if (now) map.redraw()
      }),
    chooseView: () => {
      const view = map.getBounds()
      choose([view.getWest(), view.getSouth()], [view.getEast(), view.getNorth()])
    },
    destroy,
  }
}

function addPicture(map: LibraryMap, { bounds }: Picture) {
  const [west, south, east, north] = shortWay(bounds)
  map.addSource(SURFACE, {
    type: 'image',
    coordinates: [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ],
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
}

/** Decoded by the page: the library would fetch the data URL, which the content security policy does not allow. */
async function drawPicture(map: LibraryMap, { url }: Picture) {
  const image = new Image()
  image.src = url
  await image.decode()
  map.getSource<ImageSource>(SURFACE)?.updateImage({ image })
}

/** Pointer down, move, up: mouse, pen and touch alike. */
function followBox(
  map: LibraryMap,
  { onChange, onEnd }: { onChange: (box: Bounds | null) => void; onEnd: (from: Corner, to: Corner) => void },
) {
  const canvas = map.getCanvas()
  let on = false
  let from: Corner | null = null
  const at = (event: PointerEvent): Corner => {
    const { left, top } = canvas.getBoundingClientRect()
    const { lng, lat } = map.unproject([event.clientX - left, event.clientY - top])
    return [lng, lat]
  }
  canvas.addEventListener('pointerdown', (event) => {
    if (!on) return
    from = at(event)
    canvas.setPointerCapture(event.pointerId)
  })
  canvas.addEventListener('pointermove', (event) => {
    if (on && from) onChange(boxBetween(from, at(event)))
  })
  canvas.addEventListener('pointerup', (event) => {
    if (!on || !from) return
    onEnd(from, at(event))
    from = null
  })
  return {
    set: (drawing: boolean) => {
      on = drawing
      from = null
      canvas.style.cursor = drawing ? 'crosshair' : ''
      canvas.style.touchAction = drawing ? 'none' : ''
      for (const handler of [map.dragPan, map.boxZoom, map.touchZoomRotate]) {
        if (drawing) handler.disable()
        else handler.enable()
      }
    },
  }
}
