import { getRouteApi } from '@tanstack/react-router'
import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import { may } from '~/api/may.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'
import { CheckIn } from './check-in.tsx'

const route = getRouteApi('/_authed/spatial-catalog/raster-check-in')

export function RasterCheckInPage() {
  const { me } = route.useRouteContext()
  return (
    <Page title="Raster Check-in">
      {may(me, checkInRaster) ? <CheckIn /> : <WritersOnly what="check in rasters" />}
    </Page>
  )
}
