import { ClientOnly } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Skeleton } from '~/components/ui/skeleton.tsx'

/** A map and its crosshair. MapLibre, and with it the map's component, is loaded only in the browser. */
export function MapInBrowser({ children }: { children: ReactNode }) {
  const waiting = (
    <output aria-label="Loading the map" className="absolute inset-0 block">
      <Skeleton className="size-full!" />
    </output>
  )
  return (
    <ClientOnly fallback={waiting}>
      <Suspense fallback={waiting}>
        {children}
        <span aria-hidden="true" className="map-crosshair" />
      </Suspense>
    </ClientOnly>
  )
}
