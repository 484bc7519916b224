import { createFileRoute } from '@tanstack/react-router'
import { uploadBands } from '#contract/rasters/band-uploads.ts'
import { may } from '~/api/may.ts'
import { BulkUpload } from '~/components/bands/bulk-upload.tsx'
import { Page } from '~/components/shell/page.tsx'
import { recordIdOf } from '~/components/shell/record-id.ts'
import { WritersOnly } from '~/components/shell/writers-only.tsx'
import { FileSpreadsheet } from 'lucide-react'

export const Route = createFileRoute('/_authed/raster/band-catalog/bulk')({
  staticData: {
    name: 'RasterPipelineBulkUpload',
    title: 'Bulk Upload Raster Bands',
    icon: FileSpreadsheet,
    breadcrumbs: ['Raster', 'Band Catalog', 'Bulk Upload Raster Bands'],
  },
  // Read where it is used: every screen loads what is here.
  validateSearch: (raw: { upload?: unknown }) => raw,
  component: BulkUploadBands,
})

function BulkUploadBands() {
  const { me } = Route.useRouteContext()
  const { upload } = Route.useSearch()
  const navigate = Route.useNavigate()
  const follow = (id: number | undefined) =>
    void navigate({ search: { upload: id }, replace: true, resetScroll: false })
  return (
    <Page title="Bulk Upload Raster Bands">
      {may(me, uploadBands) ? (
        <BulkUpload uploadId={recordIdOf(String(upload))} onFollow={follow} />
      ) : (
        <WritersOnly what="upload bands" />
      )}
    </Page>
  )
}
