import { useMemo } from 'react'
import type { Person } from '#contract/accounts/accounts.ts'
import type { Asset } from '#contract/rasters/asset-list.ts'
import { processAsset } from '#contract/rasters/processed.ts'
import { may } from '~/api/may.ts'
import { DataTable, type DataTableProps } from '~/components/data-table/table/data-table.tsx'
import type { RowAction } from '~/components/data-table/table/row-action.ts'
import { useSelection } from '~/components/data-table/selection/selection.ts'
import { useCountryName } from '~/components/form/use-country-names.ts'
import { Grid3x3 } from 'lucide-react'
import { assetColumns } from './asset-columns.tsx'
import { useAssetActions } from './use-asset-actions.tsx'

const nameOf = ({ name }: Asset) => name

/** Raster assets with their actions; `processed`: those of Processed Rasters. */
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
  const selected = useSelection<Asset>()
  const actionsOf = (assets: readonly Asset[]): RowAction[] => {
    const ready = assets.filter(({ status }) => status === 'ready')
    return [
      {
        key: 'process',
        label: ready.length === assets.length ? 'Process' : `Process ${ready.length} of ${assets.length}`,
        icon: Grid3x3,
        disabled: ready.length === 0,
        onSelect: () => actions.onProcess({ assets: ready }),
      },
    ]
  }
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
        selection={may(me, processAsset) ? { state: selected, nameOf, actions: actionsOf } : undefined}
      />
      {dialogs}
    </>
  )
}
