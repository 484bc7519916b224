import { createFileRoute } from '@tanstack/react-router'
import { listCollections } from '#contract/rasters/collection-list.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Layers } from 'lucide-react'
import { collectionsQuery } from '~/server/collections.functions.ts'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { CollectionsPage } from '~/components/collections/collections-page.tsx'

export const Route = createFileRoute('/_authed/raster/band-collection/')({
  ...routeOf(searchOf(listCollections)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(
      queryClient.prefetchQuery(collectionsQuery(deps)),
      queryClient.prefetchQuery(countryNamesQuery),
    ),
  staticData: {
    name: 'RasterPipelineCustomStack',
    list: 'listCollections',
    title: 'Band Collection',
    icon: Layers,
    breadcrumbs: ['Raster', 'Band Collection'],
  },
  component: CollectionsPage,
})
