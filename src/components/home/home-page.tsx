import { getRouteApi } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { isUnnamed } from '~/components/accounts/unnamed.ts'
import { useLiveJobs } from '~/components/jobs/list/live-jobs.ts'
import { Page } from '~/components/shell/page.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Send } from 'lucide-react'
import { ComicPanel } from './comic-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { GreetingTitle } from './greeting-title.tsx'
import { LayersCompleted } from './layers-completed.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { UsefulDocuments } from './useful-documents.tsx'

const route = getRouteApi('/_authed/')

export function HomePage() {
  const { me } = route.useRouteContext()
  const { days } = route.useLoaderData()
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
