import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts/accounts.ts'
import type { Dataset } from '#contract/rasters/worldpop-list.ts'
import { deleteDataset } from '#contract/rasters/worldpop.ts'
import { fileSize } from '#common/file-size.ts'
import { may } from '~/api/may.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, ifAllowed, orNone, timeCell } from '~/components/data-table/columns/usual-columns.tsx'
import { CATEGORY_WORDS } from './dataset-labels.ts'
import { DeleteDataset, mayDelete } from './delete-dataset.tsx'

const column = createAppColumnHelper<Dataset>()

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const datasetColumns = (me: Me) =>
  column.columns([
    column.accessor('country', {
      header: 'Country',
      enableHiding: false,
      cell: ({ row: { original } }) => (
        <Link to="/worldpop/$id" params={{ id: String(original.id) }} className="text-link hover:underline">
          {original.country}
          <span className="sr-only">
            , {CATEGORY_WORDS[original.category]} {original.year}
          </span>
        </Link>
      ),
    }),
    column.accessor('year', { header: 'Year', meta: { align: 'right' } }),
    column.accessor('category', {
      header: 'Category',
      cell: ({ getValue }) => CATEGORY_WORDS[getValue()],
    }),
    column.accessor('resolution', { header: 'Resolution', meta: { align: 'right' } }),
    column.accessor('constrained', {
      header: 'Constrained',
      enableSorting: false,
      cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
    }),
    column.accessor('un_adjusted', {
      header: 'UN adjusted',
      enableSorting: false,
      cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
    }),
    column.accessor('size', {
      header: 'Size',
      enableSorting: false,
      meta: { align: 'right' },
      cell: ({ getValue }) => fileSize(getValue()),
    }),
    column.accessor('url', {
      header: 'Origin',
      enableSorting: false,
      meta: { optional: true },
      cell: ({ getValue }) => {
        const url = getValue()
        return url === null ? 'Uploaded file' : <span className="break-all">{new URL(url).hostname}</span>
      },
    }),
    column.accessor('created_by_name', {
      header: 'Imported by',
      enableSorting: false,
      meta: { optional: true },
      cell: orNone,
    }),
    column.accessor('created_at', {
      header: 'Imported',
      cell: timeCell,
    }),
    ...ifAllowed(
      may(me, deleteDataset),
      column.display({
        ...actionsColumn,
        cell: ({ row: { original } }) => mayDelete(me, original) && <DeleteDataset dataset={original} icon />,
      }),
    ),
  ])
