import { ClientOnly } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import type { SurfaceMapProps } from './surface-map.tsx'

const SurfaceMap = lazy(() => import('./surface-map.tsx'))

/** The map and its crosshair; MapLibre is loaded only in the browser, when a map is actually shown. */
export function MapFrame(props: SurfaceMapProps) {
  return (
    <ClientOnly fallback={<Waiting />}>
      <Suspense fallback={<Waiting />}>
        <SurfaceMap {...props} />
        <span aria-hidden="true" className="map-crosshair" />
      </Suspense>
    </ClientOnly>
  )
}

const Waiting = () => (
  <output aria-label="Loading the map" className="absolute inset-0 block">
    <Skeleton className="size-full!" />
  </output>
)
