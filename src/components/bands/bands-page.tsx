import { searchOf } from '~/components/data-table/address/search.ts'
import { listBands } from '#contract/rasters/band-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { uploadBands } from '#contract/rasters/band-uploads.ts'
import { may } from '~/api/may.ts'
import { bandColumns } from './band-columns.tsx'
import { useBandFilters } from './band-filters.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { FileSpreadsheet, Layers2 } from 'lucide-react'
import { bandsQuery } from '~/server/bands.functions.ts'

const search = searchOf(listBands)

const route = getRouteApi('/_authed/raster/band-catalog/')

export function BandsPage() {
  const { query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
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
