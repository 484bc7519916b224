import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#contract/accounts/accounts.ts'
import { type Client } from '#contract/projects/client-list.ts'
import { changeClient } from '#contract/projects/clients.ts'
import { may } from '~/api/may.ts'
import { createAppColumnHelper } from '~/components/data-table/table/app-table.ts'
import { actionsColumn, idColumn, ifAllowed } from '~/components/data-table/columns/usual-columns.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Pencil, Trash2 } from 'lucide-react'
import { ClientDialog } from './client-dialog.tsx'
import { DeleteClient } from './delete-client.tsx'

const column = createAppColumnHelper<Client>()

/** Column ids are the contract's sort fields; the others cannot be sorted. */
export const clientColumns = (me: Me) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      enableHiding: false,
      // On a card the two buttons are beside it.
      meta: { className: 'max-[699px]:pr-20!' },
      cell: ({ row: { original } }) => (
        <Link
          to="/projects"
          search={{ client_id: [original.id] }}
          title={`Projects of ${original.name}`}
          className="block max-w-prose font-medium break-words text-link hover:underline"
        >
          {original.name}
        </Link>
      ),
    }),
    column.accessor('id', idColumn),
    ...ifAllowed(
      may(me, changeClient),
      column.display({
        ...actionsColumn,
        meta: { label: 'Actions', className: 'w-24 text-right!' },
        cell: ({ row: { original } }) => <ClientActions client={original} />,
      }),
    ),
  ])

function ClientActions({ client }: { client: Client }) {
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <span className="flex justify-end">
      <Button
        variant="quiet"
        size="smallIcon"
        aria-label={`Rename ${client.name}`}
        onClick={() => setOpen('rename')}
      >
        <Pencil aria-hidden="true" />
      </Button>
      <Button
        variant="quiet"
        size="smallIcon"
        aria-label={`Delete ${client.name}`}
        onClick={() => setOpen('delete')}
      >
        <Trash2 aria-hidden="true" />
      </Button>
      {open === 'rename' && <ClientDialog previous={client} onClose={close} />}
      {open === 'delete' && <DeleteClient client={client} onClose={close} />}
    </span>
  )
}
