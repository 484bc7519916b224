import { getRouteApi } from '@tanstack/react-router'
import { uploadBands } from '#contract/rasters/band-uploads.ts'
import { may } from '~/api/may.ts'
import { BulkUpload } from './bulk-upload.tsx'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/failures/writers-only.tsx'

const route = getRouteApi('/_authed/raster/band-catalog/bulk')

export function BulkUploadPage() {
  const { me } = route.useRouteContext()
  const { upload } = route.useSearch()
  const navigate = route.useNavigate()
  const follow = (id: number | undefined) =>
    void navigate({ search: { upload: id }, replace: true, resetScroll: false })
  return (
    <Page title="Bulk Upload Raster Bands">
      {may(me, uploadBands) ? (
        <BulkUpload uploadId={upload} onFollow={follow} />
      ) : (
        <WritersOnly what="upload bands" />
      )}
    </Page>
  )
}
