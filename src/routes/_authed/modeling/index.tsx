import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { BookOpen } from 'lucide-react'
import { callsQuery } from '~/server/help.functions.ts'
import { HelpPage } from '~/components/help/help-page.tsx'

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
  component: HelpPage,
})
