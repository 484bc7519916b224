import { Link } from '@tanstack/react-router'
import type { Collection } from '#contract/rasters/collection-list.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { idColumn, orNone, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { none } from '~/components/data-table/filters/none.tsx'
import { formatCells, formatResolution } from '~/components/rasters/raster-labels.ts'

const column = createAppColumnHelper<Collection>()

/** 'Run with 3 jobs'; from a thousand on there is no exact count. */
export const formatJobCount = (jobs: number) => (jobs >= 1000 ? '1,000 or more' : jobs.toLocaleString('en'))

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const collectionColumns = (countryName: (iso3: string) => string) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      enableHiding: false,
      cell: ({ row: { original } }) => (
        <Link
          to="/raster/band-collection/$id"
          params={{ id: String(original.id) }}
          className="block max-w-64 truncate font-medium text-link hover:underline max-[699px]:max-w-full"
          title={original.name}
        >
          {original.name}
        </Link>
      ),
    }),
    column.accessor('bands', {
      header: 'Bands',
      cell: ({ getValue }) => {
        const names = getValue().map(({ name }) => name)
        return (
          <span className="block max-w-96 truncate max-[1200px]:max-w-60" title={names.join(', ')}>
            <span className="tabular">{names.length}</span>
            <span className="text-muted">: {names.join(', ')}</span>
          </span>
        )
      },
    }),
    column.accessor('population_band', {
      header: 'Population',
      enableSorting: false,
      meta: { label: 'Population band' },
      cell: ({ getValue }) => getValue()?.name ?? none,
    }),
    column.accessor('iso3_codes', {
      header: 'Countries',
      enableSorting: false,
      cell: ({ getValue }) => {
        const names = getValue().map(countryName).join(', ')
        return (
          <span className="block max-w-40 truncate max-[699px]:max-w-full" title={names || 'The whole world'}>
            {names || <span className="text-muted">World</span>}
          </span>
        )
      },
    }),
    column.accessor('resolution_m', {
      header: 'Resolution',
      enableSorting: false,
      meta: { align: 'right' },
      cell: ({ getValue }) => formatResolution(getValue()),
    }),
    column.accessor('width', {
      header: 'Cells',
      enableSorting: false,
      meta: { align: 'right', optional: true },
      cell: ({ row: { original } }) =>
        original.width === null || original.height === null
          ? none
          : formatCells({ width: original.width, height: original.height }),
    }),
    column.accessor('jobs', {
      header: 'Jobs',
      enableSorting: false,
      meta: { align: 'right' },
      cell: ({ getValue }) => formatJobCount(getValue()),
    }),
    column.accessor('created_by_name', {
      header: 'Made by',
      enableSorting: false,
      cell: orNone,
    }),
    column.accessor('created_at', {
      header: 'Made',
      cell: timeCell,
    }),
    column.accessor('id', idColumn),
  ])
