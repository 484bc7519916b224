import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts/accounts.ts'
import type { ListedTag } from '#contract/projects/tag-list.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, idColumn } from '~/components/data-table/columns/usual-columns.tsx'
import { TAG_COLOURS } from './tag-colours.ts'
import { TagDot } from './tag-dot.tsx'
import { count } from '~/lib/figures.ts'
import { TagMenu } from './tag-menu.tsx'

const column = createAppColumnHelper<ListedTag>()
const nameOf = (colour: string) => TAG_COLOURS.find((one) => one.colour === colour)?.name ?? colour

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const tagColumns = (me: Me) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      enableHiding: false,
      cell: ({ row: { original } }) => (
        <Link
          to="/modeling/product-catalog"
          search={{ tags: [original.name] }}
          title={`Layers tagged ${original.name}`}
          className="flex min-w-0 items-center gap-2 font-medium text-link hover:underline"
        >
          <TagDot colour={original.colour} />
          <span className="min-w-0 break-words">{original.name}</span>
        </Link>
      ),
    }),
    column.accessor('colour', {
      header: 'Colour',
      enableSorting: false,
      cell: ({ getValue }) => nameOf(getValue()),
    }),
    column.accessor('jobs', {
      header: 'Layers',
      enableSorting: false,
      meta: { align: 'right' },
      cell: ({ getValue }) => count(getValue()),
    }),
    column.accessor('id', idColumn),
    column.display({
      ...actionsColumn,
      cell: ({ row: { original } }) => <TagMenu tag={original} me={me} />,
    }),
  ])
