import { searchOf } from '~/components/data-table/address/search.ts'
import { listCollections } from '#contract/rasters/collection-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { createCollection } from '#contract/rasters/collections.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Layers } from 'lucide-react'
import { collectionsQuery } from '~/server/collections.functions.ts'
import { useMemo } from 'react'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { collectionColumns } from './collection-columns.tsx'
import { useCollectionFilters } from './collection-filters.ts'

const search = searchOf(listCollections)

const route = getRouteApi('/_authed/raster/band-collection/')

export function CollectionsPage() {
  const { me } = route.useRouteContext()
  const { query, address } = useTableSearch(search)
  const result = useQuery(collectionsQuery(query))
  const filters = useCollectionFilters()
  const countryName = useCountryName()
  const columns = useMemo(() => collectionColumns(countryName), [countryName])
  const writes = may(me, createCollection)
  const create = <PageAction to="/raster/band-collection/new">New collection</PageAction>
  return (
    <Page title="Band Collection" actions={writes && create}>
      <DataTable
        {...address}
        label="Band collections"
        pluralNoun="band collections"
        columns={columns}
        filters={filters}
        result={result}
        empty={{
          icon: Layers,
          title: 'No band collections yet',
          text: 'A collection is an ordered set of bands on one grid. A configuration names it in the column stack_name.',
        }}
      />
    </Page>
  )
}
