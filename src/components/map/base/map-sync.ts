import type { MapHandle } from '~/components/map/overlays/draw-map.ts'
import type { MapView } from './map-place.ts'

/** Maps of the same area that move together. */
export interface MapSync {
  /** Returns how to leave. */
  join(map: MapHandle): () => void
  moved(from: MapHandle, view: MapView): void
}

export function createMapSync(): MapSync {
  const maps = new Set<MapHandle>()
  return {
    join(map) {
      maps.add(map)
      return () => void maps.delete(map)
    },
    moved(from, view) {
      for (const map of maps) if (map !== from) map.setView(view)
    },
  }
}
