import { listProcessed } from '#contract/rasters/processed.ts'
import { createFileRoute } from '@tanstack/react-router'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { ChartArea } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { processedQuery } from '~/server/assets.functions.ts'
import { ProcessedRastersPage } from '~/components/assets/process/processed-rasters-page.tsx'

export const Route = createFileRoute('/_authed/raster/processed-rasters')({
  ...routeOf(searchOf(listProcessed)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(
      queryClient.prefetchQuery(processedQuery(deps)),
      queryClient.prefetchQuery(countryNamesQuery),
    ),
  staticData: {
    name: 'RasterPipelineProcessedRasters',
    list: 'listProcessed',
    title: 'Processed Rasters',
    icon: ChartArea,
    breadcrumbs: ['Raster', 'Processed Rasters'],
  },
  component: ProcessedRastersPage,
})
