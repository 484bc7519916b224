import { createFileRoute } from '@tanstack/react-router'
import { may } from '~/api/may.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { Page } from '~/components/shell/page.tsx'
import { BookOpen } from 'lucide-react'
import { Introduction } from '~/components/rasters/introduction/introduction.tsx'

export const Route = createFileRoute('/_authed/raster/')({
  staticData: {
    name: 'RasterPipelineIntroduction',
    title: 'Raster Introduction',
    icon: BookOpen,
    breadcrumbs: ['Raster', 'Raster Introduction'],
  },
  component: RasterIntroduction,
})

function RasterIntroduction() {
  const { me } = Route.useRouteContext()
  return (
    <Page title="Raster Introduction">
      <Introduction writes={may(me, uploadAsset)} />
    </Page>
  )
}
