import { lazy } from 'react'
import { MapInBrowser } from './map-in-browser.tsx'
import type { SurfaceMapProps } from './surface-map.tsx'

const SurfaceMap = lazy(() => import('./surface-map.tsx'))

/** The map of a surface. */
export const MapFrame = (props: SurfaceMapProps) => (
  <MapInBrowser>
    <SurfaceMap {...props} />
  </MapInBrowser>
)
