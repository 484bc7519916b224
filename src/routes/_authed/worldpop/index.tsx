import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { importDataset, listDatasetCoverage } from '#contract/rasters/worldpop.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { FileUp, Globe } from 'lucide-react'
import { datasetCoverageQuery, datasetsQuery } from '~/server/worldpop.functions.ts'
import { coverageOf } from '~/components/coverage/coverage-of.ts'
import { datasetColumns } from '~/components/worldpop/dataset-columns.tsx'
import { DatasetCoverage } from '~/components/worldpop/dataset-coverage.tsx'
import { useDatasetFilters } from '~/components/worldpop/dataset-filters.ts'

const search = searchOf(listDatasets)

export const Route = createFileRoute('/_authed/worldpop/')({
  ...routeOf(search),
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
  component: Worldpop,
})

function Worldpop() {
  const { me } = Route.useRouteContext()
  const { asked, query, address } = useTableSearch(search)
  const writer = may(me, importDataset)
  const columns = useMemo(() => datasetColumns(me), [me])
  return (
    <Page
      title="Worldpop Data Catalog"
      actions={
        writer && (
          <PageAction to="/worldpop/import" icon={FileUp}>
            Import dataset
          </PageAction>
        )
      }
    >
      <DataTable
        {...address}
        label="Population datasets"
        pluralNoun="datasets"
        columns={columns}
        filters={useDatasetFilters()}
        result={useQuery(datasetsQuery(query))}
        empty={{
          icon: Globe,
          title: 'No population datasets yet',
          text: 'A dataset is a raster of people per cell, by country and year. It weights the means of admin units.',
        }}
      />
      <DatasetCoverage asked={asked} query={query} />
    </Page>
  )
}
