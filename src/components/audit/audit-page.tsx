import { searchOf } from '~/components/data-table/address/search.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { listAudit } from '#contract/audit.ts'
import { may } from '~/api/may.ts'
import { Forbidden } from '~/components/accounts/forbidden.tsx'
import { DataTable } from '~/components/data-table/table/data-table.tsx'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { Page } from '~/components/shell/page.tsx'
import { ScrollText } from 'lucide-react'
import { auditQuery } from '~/server/audit.functions.ts'
import { auditColumns } from './audit-columns.tsx'
import { useAuditFilters } from './audit-filters.ts'

const search = searchOf(listAudit)

const route = getRouteApi('/_authed/audit/')

export function AuditPage() {
  const { me } = route.useRouteContext()
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
