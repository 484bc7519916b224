import { getRouteApi } from '@tanstack/react-router'
import { may } from '~/api/may.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { Page } from '~/components/shell/page.tsx'
import { Introduction } from './introduction.tsx'

const route = getRouteApi('/_authed/raster/')

export function RasterIntroductionPage() {
  const { me } = route.useRouteContext()
  return (
    <Page title="Raster Introduction">
      <Introduction writes={may(me, uploadAsset)} />
    </Page>
  )
}
