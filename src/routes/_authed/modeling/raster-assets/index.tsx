import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listAssets } from '#contract/rasters/asset-list.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import { may } from '~/api/may.ts'
import { useAssetFilters } from '~/components/assets/asset-filters.ts'
import { AssetTable } from '~/components/assets/asset-table.tsx'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Images, Upload } from 'lucide-react'
import { assetsQuery } from '~/server/assets.functions.ts'
import { countryNamesQuery } from '~/server/countries.functions.ts'

const search = searchOf(listAssets)

export const Route = createFileRoute('/_authed/modeling/raster-assets/')({
  ...routeOf(search),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(
      queryClient.prefetchQuery(assetsQuery(deps)),
      queryClient.prefetchQuery(countryNamesQuery),
    ),
  staticData: {
    name: 'RasterAssetCatalog',
    list: 'listAssets',
    title: 'Raster Asset Catalog',
    icon: Images,
    breadcrumbs: ['Modeling', 'Raster Asset Catalog'],
  },
  component: RasterAssetCatalog,
})

function RasterAssetCatalog() {
  const { query, address } = useTableSearch(search)
  const { me } = Route.useRouteContext()
  const result = useQuery(assetsQuery(query))
  const filters = useAssetFilters()
  const writes = may(me, uploadAsset)
  return (
    <Page
      title="Raster Asset Catalog"
      actions={
        writes && (
          <PageAction to="/modeling/raster-assets/upload" icon={Upload}>
            Upload rasters
          </PageAction>
        )
      }
    >
      <AssetTable
        me={me}
        address={address}
        filters={filters}
        result={result}
        empty={{
          icon: Images,
          title: 'No raster assets yet',
          text: writes
            ? 'Upload a GeoTIFF; its bands then appear in the Band Catalog.'
            : 'Rasters that your colleagues upload appear here.',
        }}
      />
    </Page>
  )
}
