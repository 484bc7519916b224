import { createFileRoute } from '@tanstack/react-router'
import { addingSearch } from '~/components/countries/adding.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Upload } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { UploadAssetsPage } from '~/components/assets/upload-assets-page.tsx'

export const Route = createFileRoute('/_authed/modeling/raster-assets/upload')({
  validateSearch: addingSearch,
  loader: ({ context: { queryClient } }) => prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery)),
  staticData: {
    name: 'RasterAssetUpload',
    title: 'Raster Asset Upload',
    icon: Upload,
    breadcrumbs: ['Modeling', 'Raster Asset Catalog', 'Raster Asset Upload'],
  },
  component: UploadAssetsPage,
})
