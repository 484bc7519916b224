import { createFileRoute } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { RasterIntroductionPage } from '~/components/rasters/introduction/raster-introduction-page.tsx'

export const Route = createFileRoute('/_authed/raster/')({
  staticData: {
    name: 'RasterPipelineIntroduction',
    title: 'Raster Introduction',
    icon: BookOpen,
    breadcrumbs: ['Raster', 'Raster Introduction'],
  },
  component: RasterIntroductionPage,
})
