import { createFileRoute } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { settleWithin } from '~/lib/settle-within.ts'
import { documentsQuery, jobCountsQuery, recentJobsQuery } from '~/server/home.functions.ts'
import { lastDays } from '~/components/home/last-days.ts'
import { HomePage } from '~/components/home/home-page.tsx'

/** A slow service must not delay the page: late parts show their skeletons. */
const MAX_WAIT_MS = 1500

export const Route = createFileRoute('/_authed/')({
  staticData: { name: 'Home', title: 'Home', icon: House, breadcrumbs: ['Home'] },
  loader: async ({ context: { queryClient } }) => {
    // Decided once: by another clock, the browser would count other days than the page that it continues.
    const days = lastDays()
    await settleWithin(MAX_WAIT_MS, [
      queryClient.prefetchQuery(documentsQuery),
      queryClient.prefetchQuery(recentJobsQuery),
      queryClient.prefetchQuery(jobCountsQuery(days)),
    ])
    return { days }
  },
  component: HomePage,
})
