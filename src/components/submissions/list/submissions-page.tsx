import { searchOf } from '~/components/data-table/address/search.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runFile } from '#contract/submissions/submissions.ts'
import { may } from '~/api/may.ts'
import { useTableSearch } from '~/components/data-table/address/use-table-search.ts'
import { QueueNote } from '~/components/jobs/list/queue-note.tsx'
import { Page } from '~/components/shell/page.tsx'
import { NewSubmission } from '~/components/submissions/new/new-submission.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { Globe, Send } from 'lucide-react'
import { submissionsQuery } from '~/server/submissions.functions.ts'
import { SubmissionsTable } from './submissions-table.tsx'
import { useOpenSent } from '~/components/submissions/page/use-open-sent.ts'

const search = searchOf(listSubmissions)

const route = getRouteApi('/_authed/modeling/submission/')

export function SubmissionsPage() {
  const { tableSearch, query, address } = useTableSearch(search)
  const { me } = route.useRouteContext()
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
          projectId={tableSearch.project_id?.length === 1 ? tableSearch.project_id[0] : undefined}
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
