import { listClients } from '#contract/projects/client-list.ts'
import { createFileRoute } from '@tanstack/react-router'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Building2 } from 'lucide-react'
import { clientsQuery } from '~/server/projects.functions.ts'
import { ClientsPage } from '~/components/projects/clients-page.tsx'

export const Route = createFileRoute('/_authed/projects/clients')({
  ...routeOf(searchOf(listClients)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(queryClient.prefetchQuery(clientsQuery(deps))),
  staticData: {
    name: 'Clients',
    list: 'listClients',
    title: 'Clients',
    icon: Building2,
    breadcrumbs: ['Projects', 'Clients'],
  },
  component: ClientsPage,
})
