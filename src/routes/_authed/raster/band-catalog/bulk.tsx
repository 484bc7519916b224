import { createFileRoute } from '@tanstack/react-router'
import { FileSpreadsheet } from 'lucide-react'
import { uploadBands } from '#contract/band-uploads.ts'
import { may } from '~/api/may.ts'
import { BulkUpload } from '~/components/bands/bulk-upload.tsx'
import { Page } from '~/components/layout/page.tsx'
import { WritersOnly } from '~/components/layout/writers-only.tsx'

export const Route = createFileRoute('/_authed/raster/band-catalog/bulk')({
  staticData: {
    name: 'RasterPipelineBulkUpload',
    title: 'Bulk Upload Raster Bands',
    icon: FileSpreadsheet,
    breadcrumbs: ['Raster', 'Band Catalog', 'Bulk Upload Raster Bands'],
  },
  component: BulkUploadBands,
})

function BulkUploadBands() {
  const { me } = Route.useRouteContext()
  return (
    <Page title="Bulk Upload Raster Bands">
      {may(me, uploadBands) ? <BulkUpload /> : <WritersOnly what="upload bands" />}
    </Page>
  )
}
