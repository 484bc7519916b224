import { Link, createFileRoute } from '@tanstack/react-router'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { isUnnamed } from '~/components/accounts/unnamed.ts'
import { useLiveJobs } from '~/components/jobs/list/live-jobs.ts'
import { Page } from '~/components/shell/page.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { House, Send } from 'lucide-react'
import { settleWithin } from '~/lib/settle-within.ts'
import { documentsQuery, jobCountsQuery, recentJobsQuery } from '~/server/home.functions.ts'
import { ComicPanel } from '~/components/home/comic-panel.tsx'
import { FirstSteps } from '~/components/home/first-steps.tsx'
import { GreetingTitle } from '~/components/home/greeting-title.tsx'
import { lastDays } from '~/components/home/last-days.ts'
import { LayersCompleted } from '~/components/home/layers-completed.tsx'
import { NeedsAttention } from '~/components/home/needs-attention.tsx'
import { RecentJobs } from '~/components/home/recent-jobs.tsx'
import { UsefulDocuments } from '~/components/home/useful-documents.tsx'

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
  component: Home,
})

function Home() {
  const { me } = Route.useRouteContext()
  const { days } = Route.useLoaderData()
  useLiveJobs()
  const unnamed = isUnnamed(me)
  return (
    <Page
      title={<GreetingTitle firstName={me.first_name} />}
      actions={
        may(me, runFile) && (
          <Link to="/modeling/submission" className={buttonClass()}>
            <Send aria-hidden="true" />
            New submission
          </Link>
        )
      }
    >
      {unnamed && (
        <p className="text-muted">
          <Link to="/edit-user" className="text-link underline">
            Set your name
          </Link>
          , so that colleagues see who submits a layer.
        </p>
      )}
      <div className="@container flex flex-col gap-4">
        <FirstSteps me={me} />
        <div className="grid gap-4 @3xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-4">
            <NeedsAttention me={me} />
            <LayersCompleted days={days} />
            <RecentJobs me={me} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <UsefulDocuments />
            <ComicPanel me={me} />
          </div>
        </div>
      </div>
    </Page>
  )
}
