import { useMemo } from 'react'
import type { Person } from '#contract/accounts.ts'
import type { Asset } from '#contract/asset-list.ts'
import { DataTable, type DataTableProps } from '~/components/data-table/data-table.tsx'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { assetColumns } from './asset-columns.tsx'
import { useAssetActions } from './use-asset-actions.tsx'

/** Raster assets with their actions; `processed`: those on the reference grid. */
export function AssetTable({
  me,
  address,
  filters,
  result,
  processed = false,
  empty,
}: Pick<DataTableProps<Asset>, 'filters' | 'result' | 'empty'> & {
  me: Person
  address: Pick<DataTableProps<Asset>, 'call' | 'search' | 'onSearch' | 'ignored'>
  processed?: boolean
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
