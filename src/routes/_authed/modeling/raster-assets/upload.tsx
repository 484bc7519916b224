import { Link, createFileRoute } from '@tanstack/react-router'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { may } from '~/api/may.ts'
import { AssetUpload } from '~/components/assets/uploads/asset-upload.tsx'
import { AddingNote } from '~/components/countries/adding-note.tsx'
import { addingSearch, stepsOf } from '~/components/countries/adding.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Page } from '~/components/shell/page.tsx'
import { WritersOnly } from '~/components/shell/writers-only.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Upload } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'

export const Route = createFileRoute('/_authed/modeling/raster-assets/upload')({
  validateSearch: addingSearch,
  loader: ({ context: { queryClient } }) => prefetchOnServer(queryClient.prefetchQuery(countryNamesQuery)),
  staticData: {
    name: 'RasterAssetUpload',
    title: 'Raster Asset Upload',
    icon: Upload,
    breadcrumbs: ['Modeling', 'Raster Asset Catalog', 'Raster Asset Upload'],
  },
  component: RasterAssetUpload,
})

function RasterAssetUpload() {
  const { me } = Route.useRouteContext()
  const { adding } = Route.useSearch()
  return (
    <Page title="Raster Asset Upload">
      {may(me, uploadAsset) ? (
        <>
          <AddingNote iso3_code={adding} />
          <AssetUpload
            iso3_code={adding}
            next={
              adding !== undefined && (
                <Link {...stepsOf(adding)} className={buttonClass()}>
                  Continue with the steps
                </Link>
              )
            }
          />
        </>
      ) : (
        <WritersOnly what="upload rasters" />
      )}
    </Page>
  )
}
