import type { AdminOutline } from '~/components/map/overlays/admin-outline.ts'
import { wrapLongitude } from './bounds-of.ts'
import type { LibraryMap, MapMouseEvent } from './map-library.ts'
import { type Cluster, clusterAt } from '~/components/map/overlays/map-overlays.ts'
import type { Place } from './map-place.ts'
import { placesHit } from './map-style.ts'
import { viewOf } from './map-view.ts'

export interface UnitRef {
  placeType: AdminOutline['placeType']
  code: string
}
export interface ClusterHit {
  cluster: Cluster
  x: number
  y: number
  /** Width of the map's container, in px. */
  width: number
}

export interface PointerEvents {
  /** The place under the mouse, or the centre while the map has the focus; with the names of its units, and the units. */
  onPoint(place: Place | null, names: readonly string[], units: readonly UnitRef[]): void
  /** Called with the units at the place, from the largest to the smallest. */
  onPin(place: Place | null, units: readonly UnitRef[]): void
  /** The cluster under the mouse or at the map's centre, and where it is in the container. */
  onCluster?(hit: ClusterHit | null): void
}

type Pixel = [x: number, y: number]

const DOUBLE_CLICK_MS = 250

/** Reports what the mouse, or the centre while the map has the focus, points at and pins, until `stop`. */
export function followPointer(map: LibraryMap, outlines: readonly AdminOutline[], events: PointerEvents) {
  const canvas = map.getCanvas()
  const unitsAt = (point: Pixel) => {
    const layers = outlines.map(({ placeType }) => placesHit(placeType)).filter((id) => map.getLayer(id))
    return layers.length === 0 ? [] : map.queryRenderedFeatures(point, { layers })
  }
  const namesAt = (point: Pixel) => [
    ...new Set(unitsAt(point).map(({ properties }) => String(properties['name']))),
  ]
  const refsAt = (point: Pixel): UnitRef[] => {
    const units = unitsAt(point)
    return outlines.flatMap(({ placeType }) => {
      const unit = units.find(({ layer }) => layer.id === placesHit(placeType))
      return unit ? [{ placeType, code: String(unit.properties['code']) }] : []
    })
  }
  const clusterHit = (point: Pixel): ClusterHit | null => {
    const cluster = clusterAt(map, point)
    return cluster && { ...cluster, width: map.getContainer().clientWidth }
  }
  const placeOf = ({ lngLat }: MapMouseEvent): Place => ({
    longitude: wrapLongitude(lngLat.lng),
    latitude: lngLat.lat,
  })
  const pixelOf = ({ point }: MapMouseEvent): Pixel => [point.x, point.y]
  const middle = (): Pixel => [canvas.clientWidth / 2, canvas.clientHeight / 2]

  const pointAtCentre = () => {
    if (!canvas.matches(':focus-visible')) return
    events.onCluster?.(clusterHit(middle()))
    events.onPoint(viewOf(map), namesAt(middle()), refsAt(middle()))
  }
  const leave = () => {
    events.onCluster?.(null)
    events.onPoint(null, [], [])
  }
  map.on('mousemove', (event) => {
    const hit = clusterHit(pixelOf(event))
    canvas.style.cursor = hit ? 'pointer' : ''
    events.onCluster?.(hit)
    events.onPoint(placeOf(event), namesAt(pixelOf(event)), refsAt(pixelOf(event)))
  })
  map.on('mouseout', leave)
  map.on('movestart', () => events.onCluster?.(null))
  map.on('moveend', pointAtCentre)
  // A second click makes it a double click, which zooms and leaves the pin.
  let pinning: ReturnType<typeof setTimeout> | undefined
  map.on('click', (event) => {
    clearTimeout(pinning)
    if (event.originalEvent.detail > 1) return
    events.onCluster?.(clusterHit(pixelOf(event)))
    const [place, units] = [placeOf(event), refsAt(pixelOf(event))]
    pinning = setTimeout(() => events.onPin(place, units), DOUBLE_CLICK_MS)
  })
  canvas.addEventListener('focus', pointAtCentre)
  canvas.addEventListener('blur', leave)
  canvas.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') events.onPin(viewOf(map), refsAt(middle()))
    if (event.key === 'Escape') events.onPin(null, [])
  })
  return { stop: () => clearTimeout(pinning) }
}
