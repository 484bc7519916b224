import { listAssets } from '#contract/rasters/asset-list.ts'
import { createFileRoute } from '@tanstack/react-router'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Images } from 'lucide-react'
import { assetsQuery } from '~/server/assets.functions.ts'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { AssetsPage } from '~/components/assets/assets-page.tsx'

export const Route = createFileRoute('/_authed/modeling/raster-assets/')({
  ...routeOf(searchOf(listAssets)),
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
  component: AssetsPage,
})
