import { listBands } from '#contract/rasters/band-list.ts'
import { createFileRoute } from '@tanstack/react-router'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Layers2 } from 'lucide-react'
import { bandsQuery } from '~/server/bands.functions.ts'
import { BandsPage } from '~/components/bands/bands-page.tsx'

export const Route = createFileRoute('/_authed/raster/band-catalog/')({
  ...routeOf(searchOf(listBands)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(bandsQuery(deps))),
  staticData: {
    name: 'RasterPipelineProductCatalog',
    list: 'listBands',
    title: 'Band Catalog',
    icon: Layers2,
    breadcrumbs: ['Raster', 'Band Catalog'],
  },
  component: BandsPage,
})
