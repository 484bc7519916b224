import { searchOf } from '~/components/data-table/address/search.ts'
import { listClients } from '#contract/projects/client-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { createClient } from '#contract/projects/clients.ts'
import { may } from '~/api/may.ts'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import type { Filter } from '~/components/data-table/filters/filters.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { PageAction } from '~/components/shell/page-action.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Building2 } from 'lucide-react'
import { clientsQuery } from '~/server/projects.functions.ts'
import { clientColumns } from './client-columns.tsx'
import { ClientDialog } from './client-dialog.tsx'

const search = searchOf(listClients)

const route = getRouteApi('/_authed/projects/clients')

const filters: Filter[] = [{ kind: 'contains', field: 'name', label: 'Name' }]

export function ClientsPage() {
  const { query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
  const [adding, setAdding] = useState(false)
  const result = useQuery(clientsQuery(query))
  const columns = useMemo(() => clientColumns(me), [me])
  const writes = may(me, createClient)
  return (
    <Page
      title="Clients"
      actions={writes && <PageAction onClick={() => setAdding(true)}>New client</PageAction>}
    >
      <DataTable
        label="Clients"
        pluralNoun="clients"
        columns={columns}
        {...address}
        filters={filters}
        result={result}
        empty={{
          icon: Building2,
          title: 'No clients yet',
          text: writes
            ? 'Create the organisations that you work for, then choose one for a project.'
            : 'Clients that your colleagues create appear here.',
        }}
      />
      {adding && <ClientDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}
