import { createFileRoute } from '@tanstack/react-router'
import { FileSpreadsheet } from 'lucide-react'
import { BulkUploadPage } from '~/components/bands/bulk-upload-page.tsx'

export const Route = createFileRoute('/_authed/raster/band-catalog/bulk')({
  staticData: {
    name: 'RasterPipelineBulkUpload',
    title: 'Bulk Upload Raster Bands',
    icon: FileSpreadsheet,
    breadcrumbs: ['Raster', 'Band Catalog', 'Bulk Upload Raster Bands'],
  },
  // Read where it is used: every screen loads what is here.
  validateSearch: (raw: { upload?: unknown }) => raw,
  component: BulkUploadPage,
})
