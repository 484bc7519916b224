import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { importPlaceGroup } from '#contract/places/place-groups.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { FileUp, MapPinned } from 'lucide-react'
import { placeGroupsQuery } from '~/server/place-groups.functions.ts'
import { placeGroupColumns } from '~/components/place-groups/place-group-columns.tsx'
import { usePlaceGroupFilters } from '~/components/place-groups/place-group-filters.ts'
import { placeGroupSearch as search, toListQuery } from '~/components/place-groups/place-group-search.ts'

export const Route = createFileRoute('/_authed/place-groups/')({
  validateSearch: search,
  search: { middlewares: search.middlewares },
  loaderDeps: ({ search: asked }) => toListQuery(search.toQuery(asked)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(placeGroupsQuery(deps))),
  staticData: {
    name: 'PlaceGroups',
    list: 'listPlaceGroupVersions',
    title: 'Place Groups',
    icon: MapPinned,
    breadcrumbs: ['Administration', 'Place Groups'],
  },
  component: PlaceGroups,
})

function PlaceGroups() {
  const { query, address } = useTableSearch(search, { active_only: false })
  const { me } = Route.useRouteContext()
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
