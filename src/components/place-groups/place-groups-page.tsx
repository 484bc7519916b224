import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { importPlaceGroup } from '#contract/places/place-groups.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { FileUp, MapPinned } from 'lucide-react'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'
import { placeGroupColumns } from './place-group-columns.tsx'
import { usePlaceGroupFilters } from './place-group-filters.ts'
import { placeGroupSearch as search, toListQuery } from './place-group-search.ts'

const route = getRouteApi('/_authed/place-groups/')

export function PlaceGroupsPage() {
  const { query, address } = useTableSearch(search, { active_only: false })
  const { me } = route.useRouteContext()
  const result = useQuery(placeGroupsQuery(toListQuery(query)))
  const filters = usePlaceGroupFilters()
  const columns = useMemo(() => placeGroupColumns(me), [me])
  const writes = may(me, importPlaceGroup)
  return (
    <Page
      title="Place Groups"
      actions={
        writes && (
          <PageAction to="/place-groups/import" icon={FileUp}>
            Import outlines
          </PageAction>
        )
      }
    >
      <p className="max-w-prose text-muted">
        Outlines of countries and their admin units, in versions. New layers use the default version of each
        level unless their configuration names another.
      </p>
      <DataTable
        label="Place groups"
        pluralNoun="place groups"
        columns={columns}
        {...address}
        filters={filters}
        result={result}
        empty={{
          icon: MapPinned,
          title: 'No place groups yet',
          text: writes
            ? 'Import the outlines of a country: layers need them as their mask and for the admin table.'
            : 'Outlines that your colleagues import appear here.',
        }}
      />
    </Page>
  )
}
