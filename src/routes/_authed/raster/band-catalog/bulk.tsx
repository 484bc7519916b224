import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id } from '#contract/shapes.ts'
import { lenient } from '~/lib/lenient.ts'
import { FileSpreadsheet } from 'lucide-react'
import { BulkUploadPage } from '~/components/bands/bulk-upload-page.tsx'

export const Route = createFileRoute('/_authed/raster/band-catalog/bulk')({
  staticData: {
    name: 'RasterPipelineBulkUpload',
    title: 'Bulk Upload Raster Bands',
    icon: FileSpreadsheet,
    breadcrumbs: ['Raster', 'Band Catalog', 'Bulk Upload Raster Bands'],
  },
  validateSearch: z.object({ upload: lenient(id) }),
  component: BulkUploadPage,
})
