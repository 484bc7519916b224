import { createFileRoute } from '@tanstack/react-router'
import { listAudit } from '#contract/audit.ts'
import { may } from '~/api/may.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { ScrollText } from 'lucide-react'
import { auditActionsQuery, auditQuery } from '~/server/audit.functions.ts'
import { AuditPage } from '~/components/audit/audit-page.tsx'

export const Route = createFileRoute('/_authed/audit/')({
  ...routeOf(searchOf(listAudit)),
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
  component: AuditPage,
})
