import { createFileRoute } from '@tanstack/react-router'
import { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { listDatasetCoverage } from '#contract/rasters/worldpop.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Globe } from 'lucide-react'
import { datasetCoverageQuery, datasetsQuery } from '~/server/worldpop.functions.ts'
import { coverageOf } from '~/components/coverage/coverage-of.ts'
import { WorldpopPage } from '~/components/worldpop/worldpop-page.tsx'

export const Route = createFileRoute('/_authed/worldpop/')({
  ...routeOf(searchOf(listDatasets)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(
      queryClient.prefetchQuery(datasetsQuery(deps)),
      queryClient.prefetchQuery(datasetCoverageQuery(coverageOf(listDatasetCoverage, deps))),
    ),
  staticData: {
    name: 'WorldpopCatalog',
    list: 'listDatasets',
    title: 'Worldpop Data Catalog',
    icon: Globe,
    breadcrumbs: ['Worldpop', 'Worldpop Data Catalog'],
  },
  component: WorldpopPage,
})
