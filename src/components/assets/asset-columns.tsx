import { Link } from '@tanstack/react-router'
import type { Asset } from '#contract/rasters/asset-list.ts'
import { fileSize } from '#common/file-size.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, idColumn, orNone, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { none } from '~/components/data-table/filters/none.tsx'
import { RasterFlag } from '~/components/rasters/uploads/raster-flag.tsx'
import { formatCells, formatCrs, formatResolution } from '~/components/rasters/raster-labels.ts'
import { AssetStatusBadge } from './asset-status.tsx'
import { AssetMenu, type AssetActions } from './asset-menu.tsx'

const column = createAppColumnHelper<Asset>()

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const assetColumns = ({
  countryName,
  actions,
  processed = false,
}: {
  countryName: (iso3: string) => string
  actions: AssetActions
  /** The list of processed rasters: all are Cloud-Optimized and on the grid, so the source is shown instead. */
  processed?: boolean
}) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      enableHiding: false,
      cell: ({ row: { original } }) => (
        <Link
          to="/modeling/raster-assets/$id"
          params={{ id: String(original.id) }}
          className="block max-w-72 min-w-36 truncate text-link hover:underline max-[699px]:max-w-full"
          title={original.name}
        >
          {original.name}
        </Link>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      enableSorting: false,
      cell: ({ row: { original } }) => <AssetStatusBadge asset={original} />,
    }),
    column.accessor('bands', {
      header: 'Bands',
      enableSorting: false,
      cell: ({ getValue }) => {
        const bands = getValue()
        const names = bands.map(({ name }) => name).join(', ')
        return (
          <span className="block max-w-48 truncate max-[699px]:max-w-full" title={names}>
            {names || none}
          </span>
        )
      },
    }),
    column.accessor('processed_from', {
      header: 'Made from',
      enableSorting: false,
      meta: { optional: !processed },
      cell: ({ row: { original } }) => {
        const { processed_from: source, processed_from_name: name } = original
        if (source === null) return none
        return (
          <Link
            to="/modeling/raster-assets/$id"
            params={{ id: String(source) }}
            className="block max-w-32 truncate text-link hover:underline max-[699px]:max-w-full"
            title={name ?? undefined}
          >
            {name ?? `asset ${source}`}
          </Link>
        )
      },
    }),
    column.accessor('iso3_codes', {
      header: 'Country',
      enableSorting: false,
      cell: ({ getValue }) => {
        const names = getValue().map(countryName).join(', ')
        return (
          <span className="block max-w-32 truncate max-[699px]:max-w-full" title={names || 'The whole world'}>
            {names || <span className="text-muted">World</span>}
          </span>
        )
      },
    }),
    column.accessor('resolution_m', {
      header: 'Resolution',
      enableSorting: false,
      meta: { align: 'right', className: 'whitespace-nowrap' },
      cell: ({ getValue }) => formatResolution(getValue()),
    }),
    column.accessor('width', {
      header: 'Cells',
      meta: { label: 'Cells (sorts by width)', align: 'right', className: 'whitespace-nowrap' },
      cell: ({ row: { original } }) => formatCells(original),
    }),
    column.accessor('crs', {
      header: 'CRS',
      meta: { label: 'Reference system', optional: processed, className: 'whitespace-nowrap' },
      cell: ({ getValue, row: { original } }) => (
        <span title={formatCrs(getValue(), original.crs_name)}>
          {getValue() ?? (original.crs_name === null ? none : 'Own')}
        </span>
      ),
    }),
    column.accessor('cloud_optimized', {
      header: 'COG',
      enableSorting: false,
      meta: { label: 'Cloud-Optimized', optional: processed },
      cell: ({ getValue }) => (
        <RasterFlag on={getValue()} yes="Cloud-Optimized" no="Not Cloud-Optimized: its maps are slow" />
      ),
    }),
    column.accessor('on_reference_grid', {
      header: 'Grid',
      enableSorting: false,
      meta: { label: 'On the reference grid', optional: processed },
      cell: ({ getValue }) => (
        <RasterFlag on={getValue()} yes="On the reference grid" no="Not on the reference grid" />
      ),
    }),
    column.accessor('size', {
      header: 'Size',
      meta: { label: 'File size', align: 'right', className: 'whitespace-nowrap' },
      cell: ({ getValue }) => {
        const size = getValue()
        return size === null ? none : fileSize(size)
      },
    }),
    column.accessor('created_by_name', {
      header: 'Person',
      enableSorting: false,
      meta: { optional: true },
      cell: orNone,
    }),
    column.accessor('created_at', {
      header: 'Added',
      cell: timeCell,
    }),
    column.accessor('id', idColumn),
    column.display({
      ...actionsColumn,
      cell: ({ row }) => <AssetMenu asset={row.original} actions={actions} />,
    }),
  ])
