import { type ReactNode, lazy, useState } from 'react'
import { Alert } from '~/components/ui/alert.tsx'
import { MapInBrowser } from '~/components/map/base/map-in-browser.tsx'
import { MapPanel } from '~/components/map/base/map-panel.tsx'
import { NoMap } from '~/components/map/legend/no-map.tsx'
import type { PointsMapProps } from './points-map.tsx'

const PointsMap = lazy(() => import('./points-map.tsx'))

/** The map of points. */
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
    <MapInBrowser>
      <PointsMap {...props} onFailure={setFailure} />
    </MapInBrowser>
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
