import { searchOf } from '~/components/data-table/address/search.ts'
import { listDatasets } from '#contract/rasters/worldpop-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { importDataset } from '#contract/rasters/worldpop.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { FileUp, Globe } from 'lucide-react'
import { datasetsQuery } from '~/server/worldpop.functions.ts'
import { datasetColumns } from './dataset-columns.tsx'
import { DatasetCoverage } from './dataset-coverage.tsx'
import { useDatasetFilters } from './dataset-filters.ts'

const search = searchOf(listDatasets)

const route = getRouteApi('/_authed/worldpop/')

export function WorldpopPage() {
  const { me } = route.useRouteContext()
  const { tableSearch, query, address } = useTableSearch(search)
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
      <DatasetCoverage tableSearch={tableSearch} query={query} />
    </Page>
  )
}
