import { lazy } from 'react'
import { MapInBrowser } from './map-in-browser.tsx'
import type { SurfaceMapProps } from '~/components/map/overlays/surface-map.tsx'
import { narrowTo, useCountriesFor } from './use-narrow-bounds.ts'

const SurfaceMap = lazy(() => import('~/components/map/overlays/surface-map.tsx'))

/** The map of a surface. */
export function MapFrame({
  iso3,
  ...props
}: SurfaceMapProps & {
  /** The country whose data it shows. */
  iso3?: string | null
}) {
  const bounds = narrowTo(props.bounds, iso3 ?? null, useCountriesFor(iso3 ? [props.bounds] : []) ?? [])
  return (
    <MapInBrowser>
      <SurfaceMap key={[bounds, props.extent].join()} {...props} bounds={bounds} />
    </MapInBrowser>
  )
}
