import { searchOf } from '~/components/data-table/address/search.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listAccounts } from '#contract/accounts/people.ts'
import { may } from '~/api/may.ts'
import { Forbidden } from '~/components/accounts/forbidden.tsx'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { HelpLink } from '~/components/shell/help-link.tsx'
import { Page } from '~/components/shell/page.tsx'
import { Users } from 'lucide-react'
import { accountsQuery } from '~/server/accounts.functions.ts'
import { peopleColumns } from './people-columns.tsx'
import { peopleFilters } from './people-filters.ts'
import { WaitingNote } from './waiting-note.tsx'

const search = searchOf(listAccounts)

const route = getRouteApi('/_authed/people/')

export function PeoplePage() {
  const { me } = route.useRouteContext()
  return (
    <Page title="People" help={<HelpLink topic="who-may" />}>
      {may(me, listAccounts) ? <Accounts /> : <Forbidden what="people" />}
    </Page>
  )
}

function Accounts() {
  const { query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
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
