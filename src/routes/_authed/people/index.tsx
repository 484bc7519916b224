import { createFileRoute } from '@tanstack/react-router'
import { listAccounts } from '#contract/accounts/people.ts'
import { may } from '~/api/may.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { UserCog } from 'lucide-react'
import { accountsQuery } from '~/server/accounts.functions.ts'
import { PeoplePage } from '~/components/accounts/people/people-page.tsx'

export const Route = createFileRoute('/_authed/people/')({
  ...routeOf(searchOf(listAccounts)),
  loader: ({ context: { queryClient, me }, deps }) =>
    may(me, listAccounts) ? prefetchOnServer(queryClient.prefetchQuery(accountsQuery(deps))) : undefined,
  staticData: {
    name: 'People',
    list: 'listAccounts',
    title: 'People',
    icon: UserCog,
    breadcrumbs: ['Administration', 'People'],
  },
  component: PeoplePage,
})
