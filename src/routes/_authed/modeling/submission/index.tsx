import { useQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { routeOf, searchOf } from '~/components/data-table/address/search.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { prefetchOnServer } from '~/components/data-table/prefetch-on-server.ts'
import { QueueNote } from '~/components/jobs/list/queue-note.tsx'
import { Page } from '~/components/shell/page.tsx'
import { NewSubmission } from '~/components/submissions/new/new-submission.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Globe, Send } from 'lucide-react'
import { countryNamesQuery } from '~/server/countries.functions.ts'
import { submissionsQuery } from '~/server/submissions.functions.ts'
import { SubmissionsTable } from '~/components/submissions/list/submissions-table.tsx'
import { useOpenSent } from '~/components/submissions/page/use-open-sent.ts'

const search = searchOf(listSubmissions)

export const Route = createFileRoute('/_authed/modeling/submission/')({
  ...routeOf(search),
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
  component: Submissions,
})

function Submissions() {
  const { asked, query, address } = useTableSearch(search)
  const { me } = Route.useRouteContext()
  const onSent = useOpenSent()
  const result = useQuery(submissionsQuery(query))
  return (
    <Page
      title="Submission"
      actions={
        may(me, runFile) && (
          <Link to="/modeling/submission/add-country" className={buttonClass({ variant: 'secondary' })}>
            <Globe aria-hidden="true" />
            Add a country
          </Link>
        )
      }
    >
      {may(me, runFile) && (
        <NewSubmission
          projectId={asked.project_id?.length === 1 ? asked.project_id[0] : undefined}
          onSent={onSent}
        />
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">Submissions</h2>
        <QueueNote />
      </div>
      <SubmissionsTable
        me={me}
        address={address}
        result={result}
        empty={{
          icon: Send,
          title: 'No submissions yet',
          text: may(me, runFile)
            ? 'Choose a configuration above, or start from a sample.'
            : 'What your colleagues submit appears here.',
        }}
      />
    </Page>
  )
}
