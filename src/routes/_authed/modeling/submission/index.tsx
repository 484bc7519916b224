import { createFileRoute } from '@tanstack/react-router'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { Send } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { submissionsQuery } from '~/server/submissions.functions.ts'
import { SubmissionsPage } from '~/components/submissions/list/submissions-page.tsx'

export const Route = createFileRoute('/_authed/modeling/submission/')({
  ...routeOf(searchOf(listSubmissions)),
  loader: ({ context: { queryClient }, deps }) =>
    prefetchOnServer(
      queryClient.prefetchQuery(submissionsQuery(deps)),
      queryClient.prefetchQuery(countryNamesQuery),
    ),
  staticData: {
    name: 'Submission',
    list: 'listSubmissions',
    title: 'Submission',
    icon: Send,
    breadcrumbs: ['Modeling', 'Submission'],
  },
  component: SubmissionsPage,
})
