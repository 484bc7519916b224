import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listBands } from '#contract/rasters/band-list.ts'
import { uploadBands } from '#contract/rasters/band-uploads.ts'
import { may } from '~/api/may.ts'
import { bandColumns } from '~/components/bands/band-columns.tsx'
import { useBandFilters } from '~/components/bands/band-filters.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { FileSpreadsheet, Layers2 } from 'lucide-react'
import { bandsQuery } from '~/server/bands.functions.ts'

const search = searchOf(listBands)

export const Route = createFileRoute('/_authed/raster/band-catalog/')({
  ...routeOf(search),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(bandsQuery(deps))),
  staticData: {
    name: 'RasterPipelineProductCatalog',
    list: 'listBands',
    title: 'Band Catalog',
    icon: Layers2,
    breadcrumbs: ['Raster', 'Band Catalog'],
  },
  component: BandCatalog,
})

function BandCatalog() {
  const { query, address } = useTableSearch(search)
  const { me } = Route.useRouteContext()
  const result = useQuery(bandsQuery(query))
  const filters = useBandFilters()
  const writes = may(me, uploadBands)
  return (
    <Page
      title="Band Catalog"
      actions={
        writes && (
          <PageAction to="/raster/band-catalog/bulk" icon={FileSpreadsheet}>
            Bulk upload
          </PageAction>
        )
      }
    >
      <DataTable
        label="Bands"
        pluralNoun="bands"
        columns={bandColumns}
        {...address}
        filters={filters}
        result={result}
        newest="created_at"
        empty={{
          icon: Layers2,
          title: 'No bands yet',
          text: writes
            ? 'Upload a raster, or many of them with a sheet; each of their bands appears here.'
            : 'Bands of the rasters that your colleagues upload appear here.',
        }}
      />
    </Page>
  )
}
