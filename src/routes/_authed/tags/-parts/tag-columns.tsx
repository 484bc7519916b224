import { Link } from '@tanstack/react-router'
import type { Me } from '#contract/accounts.ts'
import type { Tag } from '#contract/tag-list.ts'
import { createAppColumnHelper } from '~/components/data-table/app-table.ts'
import { TAG_COLOURS } from '~/components/tags/tag-colours.ts'
import { TagDot } from '~/components/tags/tag-dot.tsx'
import { TagMenu } from './tag-menu.tsx'

const column = createAppColumnHelper<Tag>()
const nameOf = (colour: string) => TAG_COLOURS.find((one) => one.colour === colour)?.name ?? colour

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const tagColumns = (me: Me) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      enableHiding: false,
      meta: { label: 'Name' },
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
      meta: { label: 'Colour' },
      cell: ({ getValue }) => nameOf(getValue()),
    }),
    column.accessor('id', {
      header: 'Id',
      meta: { label: 'Id', align: 'right', optional: true },
      cell: ({ getValue }) => <span className="font-mono text-[13px]">{getValue()}</span>,
    }),
    column.display({
      id: 'actions',
      enableHiding: false,
      header: () => <span className="sr-only">Actions</span>,
      meta: { label: 'Actions', className: 'w-10 text-right!' },
      cell: ({ row: { original } }) => <TagMenu tag={original} me={me} />,
    }),
  ])
