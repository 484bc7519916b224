import { ClientOnly } from '@tanstack/react-router'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Alert } from '~/components/ui/alert.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { MapPanel } from './map-panel.tsx'
import { NoMap } from './no-map.tsx'
import type { PointsMapProps } from './points-map.tsx'

const PointsMap = lazy(() => import('./points-map.tsx'))

/** The map of points; MapLibre is loaded only in the browser, when a map is actually shown. */
export function PointsFrame({
  panel,
  ...props
}: Omit<PointsMapProps, 'onFailure'> & {
  /** Positioned as on raster maps. */
  panel?: { legend: ReactNode; readout: ReactNode }
}) {
  const [failure, setFailure] = useState<'outlines' | 'webgl' | null>(null)
  const without = failure === 'webgl' ? 'The figures are complete without it.' : null
  const map = (
    <ClientOnly fallback={<Waiting />}>
      <Suspense fallback={<Waiting />}>
        <PointsMap {...props} onFailure={setFailure} />
        <span aria-hidden="true" className="map-crosshair" />
      </Suspense>
    </ClientOnly>
  )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {failure === 'outlines' && (
        <Alert tone="warning">
          The outlines of the countries could not be loaded. The points themselves are complete.
        </Alert>
      )}
      {panel ? (
        <MapPanel map={map} without={without} {...panel} />
      ) : (
        <div className="relative h-[clamp(20rem,calc(100dvh-22rem),38rem)] max-[699px]:h-80 overflow-hidden rounded border bg-sunk print:h-auto">
          {without === null ? map : <NoMap complete={without} />}
        </div>
      )}
    </div>
  )
}

const Waiting = () => (
  <output aria-label="Loading the map" className="absolute inset-0 block">
    <Skeleton className="size-full!" />
  </output>
)
