import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listAudit } from '#contract/audit.ts'
import { may } from '~/api/may.ts'
import { Forbidden } from '~/components/accounts/forbidden.tsx'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Page } from '~/components/shell/page.tsx'
import { ScrollText } from 'lucide-react'
import { auditActionsQuery, auditQuery } from '~/server/audit.functions.ts'
import { auditColumns } from '~/components/audit/audit-columns.tsx'
import { useAuditFilters } from '~/components/audit/audit-filters.ts'

const search = searchOf(listAudit)

export const Route = createFileRoute('/_authed/audit/')({
  ...routeOf(search),
  loader: ({ context: { queryClient, me }, deps }) =>
    may(me, listAudit)
      ? prefetchOnServer(
          queryClient.prefetchQuery(auditQuery(deps)),
          queryClient.prefetchQuery(auditActionsQuery),
        )
      : undefined,
  staticData: {
    name: 'Audit',
    list: 'listAudit',
    title: 'Audit',
    icon: ScrollText,
    breadcrumbs: ['Administration', 'Audit'],
  },
  component: Audit,
})

function Audit() {
  const { me } = Route.useRouteContext()
  return <Page title="Audit">{may(me, listAudit) ? <Entries /> : <Forbidden what="the audit" />}</Page>
}

function Entries() {
  const { query, address } = useTableSearch(search)
  const result = useQuery(auditQuery(query))
  const filters = useAuditFilters()
  return (
    <>
      <p className="max-w-prose text-muted">
        Who did what, when and from where. Entries are added and never changed.
      </p>
      <DataTable
        label="Audit"
        pluralNoun="entries"
        columns={auditColumns}
        {...address}
        filters={filters}
        result={result}
        empty={{
          icon: ScrollText,
          title: 'Nothing recorded yet',
          text: 'Logins, denials, downloads and changes appear here.',
        }}
      />
    </>
  )
}
