import type { LibraryMap } from './map-library.ts'
import { wrapLongitude } from './bounds-of.ts'
import type { MapView } from './map-place.ts'

export function viewOf(map: LibraryMap): MapView {
  const { lng, lat } = map.getCenter()
  return { zoom: map.getZoom(), longitude: wrapLongitude(lng), latitude: lat }
}

/** The pixel of a position, on the side of 180° that is nearer to the centre. */
export function projectNear(map: LibraryMap, [longitude, latitude]: [number, number]) {
  const { lng } = map.getCenter()
  return map.project([lng + wrapLongitude(longitude - lng), latitude])
}

export interface ViewEvents {
  onView(view: MapView): void
  /** While a person moves the map. */
  onMove?(view: MapView): void
}

/**
 * Reports where a person moves the map. Until then it shows the whole area, whatever the size of the window; so it does
 * when the function that it returns, which sets the view, gets null.
 */
export function followView(map: LibraryMap, start: MapView | null, showAll: () => void, events: ViewEvents) {
  let whole = start === null
  let resized = false
  map.on('resize', () => {
    resized = true
  })
  map.on('move', (event) => {
    if (!('silent' in event) && !resized) events.onMove?.(viewOf(map))
  })
  map.on('moveend', (event) => {
    if ('silent' in event) return
    if (resized) {
      resized = false
      if (whole) showAll()
      return
    }
    whole = false
    events.onView(viewOf(map))
  })
  return (view: MapView | null): void => {
    whole = view === null
    if (view === null) {
      showAll()
      return
    }
    const now = viewOf(map)
    const same =
      Math.abs(now.zoom - view.zoom) < 0.011 &&
      Math.abs(now.latitude - view.latitude) < 0.0002 &&
      Math.abs(wrapLongitude(now.longitude - view.longitude)) < 0.0002
    if (!same) map.jumpTo({ center: [view.longitude, view.latitude], zoom: view.zoom }, { silent: true })
  }
}
