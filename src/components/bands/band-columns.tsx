import { Link } from '@tanstack/react-router'
import type { Band } from '#contract/rasters/band-list.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { idColumn, orNone, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { none } from '~/components/data-table/filters/none.tsx'
import { RasterFlag } from '~/components/rasters/uploads/raster-flag.tsx'
import { formatResolution } from '~/components/rasters/raster-labels.ts'
import { figure } from '~/lib/figures.ts'

const column = createAppColumnHelper<Band>()

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const bandColumns = column.columns([
  column.accessor('name', {
    header: 'Name',
    enableHiding: false,
    cell: ({ row: { original } }) => (
      <Link
        to="/raster/band-catalog/$id"
        params={{ id: String(original.id) }}
        className="block max-w-72 min-w-36 truncate text-link hover:underline max-[699px]:max-w-full"
        title={original.name}
      >
        {original.name}
      </Link>
    ),
  }),
  column.accessor('iso3_code', {
    header: 'Country',
    cell: ({ row: { original } }) =>
      original.iso3_code === null ? (
        <span className="text-muted">World</span>
      ) : (
        <span
          className="flex max-w-40 items-baseline gap-1 max-[699px]:max-w-full"
          title={original.country ?? ''}
        >
          <span className="truncate">{original.country}</span>
          <span className="text-xs text-muted">{original.iso3_code}</span>
        </span>
      ),
  }),
  column.accessor('year', {
    header: 'Year',
    meta: { align: 'right' },
    cell: orNone,
  }),
  column.accessor('unit', {
    header: 'Unit',
    cell: ({ getValue }) => getValue() || none,
  }),
  column.accessor('source', {
    header: 'Source',
    cell: ({ getValue }) => (
      <span className="block max-w-40 truncate max-[699px]:max-w-full" title={getValue()}>
        {getValue() || none}
      </span>
    ),
  }),
  column.display({
    id: 'range',
    header: 'Values',
    enableSorting: false,
    meta: {
      label: 'Smallest to largest value',
      align: 'right',
      className: 'whitespace-nowrap',
      fields: ['statistics_min', 'statistics_max'],
    },
    cell: ({ row: { original } }) =>
      `${figure(original.statistics.min)} to ${figure(original.statistics.max)}`,
  }),
  column.display({
    id: 'mean',
    header: 'Mean',
    enableSorting: false,
    meta: { align: 'right', optional: true, fields: ['statistics_mean'] },
    cell: ({ row: { original } }) => figure(original.statistics.mean),
  }),
  column.accessor('resolution_m', {
    header: 'Resolution',
    meta: { align: 'right', className: 'whitespace-nowrap' },
    cell: ({ getValue }) => formatResolution(getValue()),
  }),
  column.accessor('on_reference_grid', {
    header: 'Grid',
    enableSorting: false,
    meta: { label: 'On the reference grid' },
    cell: ({ getValue }) => (
      <RasterFlag on={getValue()} yes="On the reference grid" no="Not on the reference grid" />
    ),
  }),
  column.accessor('collections', {
    header: 'Collections',
    enableSorting: false,
    cell: ({ getValue }) => {
      const names = getValue().join(', ')
      return (
        <span className="block max-w-40 truncate max-[699px]:max-w-full" title={names}>
          {names || none}
        </span>
      )
    },
  }),
  column.accessor('asset_id', {
    header: 'Asset',
    meta: { optional: true },
    cell: ({ row: { original } }) => (
      <Link
        to="/modeling/raster-assets/$id"
        params={{ id: String(original.asset_id) }}
        className="block max-w-48 truncate text-link hover:underline max-[699px]:max-w-full"
        title={original.asset_name}
      >
        {original.asset_name}
      </Link>
    ),
  }),
  column.accessor('description', {
    header: 'Description',
    enableSorting: false,
    meta: { optional: true },
    cell: ({ getValue }) => <span className="line-clamp-2 min-w-48">{getValue() || none}</span>,
  }),
  column.accessor('created_at', {
    header: 'Added',
    cell: timeCell,
  }),
  column.accessor('id', idColumn),
])
