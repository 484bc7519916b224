import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Person } from '#contract/accounts.ts'
import type { Asset } from '#contract/asset-list.ts'
import { DataTable } from '~/components/data-table/data-table.tsx'
import type { Filter } from '~/components/data-table/filters.ts'
import type { useTableSearch } from '~/components/data-table/use-table-search.ts'
import { useCountryName } from '~/components/rasters/use-country-name.ts'
import { assetColumns, assetId } from './asset-columns.tsx'
import { useAssetActions } from './use-asset-actions.tsx'

/** Raster assets with their actions; `processed`: those on the reference grid. */
export function AssetTable({
  me,
  address,
  filters,
  result,
  processed = false,
  empty,
}: {
  me: Person
  address: ReturnType<typeof useTableSearch>['address']
  filters: readonly Filter[]
  result: UseQueryResult<{ content: Asset[]; totalElements: number }>
  processed?: boolean
  empty: ReactNode
}) {
  const countryName = useCountryName()
  const { actions, dialogs } = useAssetActions(me)
  const columns = useMemo(
    () => assetColumns({ countryName, actions, processed }),
    [countryName, actions, processed],
  )
  return (
    <>
      <DataTable
        label={processed ? 'Processed rasters' : 'Raster assets'}
        pluralNoun={processed ? 'processed rasters' : 'raster assets'}
        columns={columns}
        rowId={assetId}
        {...address}
        filters={filters}
        result={result}
        newest="created_at"
        empty={empty}
      />
      {dialogs}
    </>
  )
}
