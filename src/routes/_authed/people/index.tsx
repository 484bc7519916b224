import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { listAccounts } from '#contract/accounts/people.ts'
import { may } from '~/api/may.ts'
import { Forbidden } from '~/components/accounts/forbidden.tsx'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Page } from '~/components/shell/page.tsx'
import { UserCog, Users } from 'lucide-react'
import { accountsQuery } from '~/server/accounts.functions.ts'
import { peopleColumns } from '~/components/accounts/people/people-columns.tsx'
import { peopleFilters } from '~/components/accounts/people/people-filters.ts'
import { WaitingNote } from '~/components/accounts/people/waiting-note.tsx'

const search = searchOf(listAccounts)

export const Route = createFileRoute('/_authed/people/')({
  ...routeOf(search),
  loader: ({ context: { queryClient, me }, deps }) =>
    may(me, listAccounts) ? prefetchOnServer(queryClient.prefetchQuery(accountsQuery(deps))) : undefined,
  staticData: {
    name: 'People',
    list: 'listAccounts',
    title: 'People',
    icon: UserCog,
    breadcrumbs: ['Administration', 'People'],
  },
  component: People,
})

function People() {
  const { me } = Route.useRouteContext()
  return (
    <Page title="People" help={<HelpLink topic="who-may" />}>
      {may(me, listAccounts) ? <Accounts /> : <Forbidden what="people" />}
    </Page>
  )
}

function Accounts() {
  const { query, address } = useTableSearch(search)
  const { me } = Route.useRouteContext()
  const result = useQuery(accountsQuery(query))
  const columns = useMemo(() => peopleColumns(me), [me])
  return (
    <>
      <WaitingNote />
      <DataTable
        label="People"
        pluralNoun="people"
        columns={columns}
        {...address}
        filters={peopleFilters}
        result={result}
        empty={{
          icon: Users,
          title: 'No people yet',
          text: 'People who register appear here.',
        }}
      />
    </>
  )
}
