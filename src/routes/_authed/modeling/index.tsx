import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Page } from '~/components/shell/page.tsx'
import { BookOpen } from 'lucide-react'
import { callsQuery } from '~/server/help.functions.ts'
import { HelpPages } from '~/components/help/help-pages.tsx'

const search = z.object({ q: z.string().trim().max(100).optional().catch(undefined) })

export const Route = createFileRoute('/_authed/modeling/')({
  validateSearch: search,
  loader: ({ context: { queryClient } }) => prefetchOnServer(queryClient.prefetchQuery(callsQuery)),
  staticData: {
    name: 'HelpDocumentation',
    title: 'Help Documentation',
    icon: BookOpen,
    breadcrumbs: ['Modeling', 'Help Documentation'],
  },
  component: HelpDocumentation,
})

function HelpDocumentation() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page title="Help Documentation">
      <HelpPages
        words={q}
        onWords={(next) =>
          void navigate({ search: { q: next || undefined }, replace: true, resetScroll: false })
        }
      />
    </Page>
  )
}
