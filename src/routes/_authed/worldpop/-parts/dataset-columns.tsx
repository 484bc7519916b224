import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts.ts'
import type { Dataset } from '#contract/worldpop-list.ts'
import { createAppColumnHelper } from '~/components/data-table/app-table.ts'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { CATEGORY_WORDS } from '~/components/worldpop/dataset-words.ts'
import { NONE } from '~/lib/figures.ts'
import { fileSize } from '~/lib/file-size.ts'
import { DeleteDataset, mayDelete } from './delete-dataset.tsx'

const column = createAppColumnHelper<Dataset>()
const none = <span className="text-muted">{NONE}</span>

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const datasetColumns = (me: Me) =>
  column.columns([
    column.accessor('country', {
      header: 'Country',
      enableHiding: false,
      meta: { label: 'Country' },
      cell: ({ row: { original } }) => (
        <Link to="/worldpop/$id" params={{ id: String(original.id) }} className="text-link hover:underline">
          {original.country}
          <span className="sr-only">
            , {CATEGORY_WORDS[original.category]} {original.year}
          </span>
        </Link>
      ),
    }),
    column.accessor('year', { header: 'Year', meta: { label: 'Year', align: 'right' } }),
    column.accessor('category', {
      header: 'Category',
      meta: { label: 'Category' },
      cell: ({ getValue }) => CATEGORY_WORDS[getValue()],
    }),
    column.accessor('resolution', { header: 'Resolution', meta: { label: 'Resolution', align: 'right' } }),
    column.accessor('constrained', {
      header: 'Constrained',
      enableSorting: false,
      meta: { label: 'Constrained' },
      cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
    }),
    column.accessor('un_adjusted', {
      header: 'UN adjusted',
      enableSorting: false,
      meta: { label: 'UN adjusted' },
      cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
    }),
    column.accessor('size', {
      header: 'Size',
      enableSorting: false,
      meta: { label: 'Size', align: 'right' },
      cell: ({ getValue }) => fileSize(getValue()),
    }),
    column.accessor('url', {
      header: 'Origin',
      enableSorting: false,
      meta: { label: 'Origin', optional: true },
      cell: ({ getValue }) => {
        const url = getValue()
        return url === null ? 'Uploaded file' : <span className="break-all">{new URL(url).hostname}</span>
      },
    }),
    column.accessor('created_by_name', {
      header: 'Imported by',
      enableSorting: false,
      meta: { label: 'Imported by', optional: true },
      cell: ({ getValue }) => getValue() ?? none,
    }),
    column.accessor('created_at', {
      header: 'Imported',
      meta: { label: 'Imported' },
      cell: ({ getValue }) => <RelativeTime iso={getValue()} className="whitespace-nowrap" />,
    }),
    column.display({
      id: 'actions',
      enableHiding: false,
      header: () => <span className="sr-only">Actions</span>,
      meta: { label: 'Actions', className: 'w-10 text-right!' },
      cell: ({ row: { original } }) => mayDelete(me, original) && <DeleteDataset dataset={original} icon />,
    }),
  ])
