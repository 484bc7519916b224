import { createFileRoute } from '@tanstack/react-router'
import { routeOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Map as MapIcon } from 'lucide-react'
import { catalogCountriesQuery, productSizeQuery, productsQuery } from '~/server/interpolation.functions.ts'
import { productSearch } from '~/components/rasters/product-search.ts'
import { SpatialCatalogPage } from '~/components/interpolation/spatial-catalog-page.tsx'

export const Route = createFileRoute('/_authed/spatial-catalog/')({
  ...routeOf(productSearch),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(
      queryClient.prefetchQuery(productsQuery(deps)),
      queryClient.prefetchQuery(productSizeQuery(deps)),
      queryClient.prefetchQuery(catalogCountriesQuery),
    ),
  staticData: {
    name: 'SpatialCatalog',
    list: 'listProducts',
    title: 'Spatial Catalog',
    icon: MapIcon,
    breadcrumbs: ['Interpolation', 'Spatial Catalog'],
  },
  component: SpatialCatalogPage,
})
