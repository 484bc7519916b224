import { Link } from '@tanstack/react-router'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { RelativeTime } from '~/components/ui/relative-time.tsx'
import { CountsBar } from '~/components/submissions/list/counts-bar.tsx'
import { SubmissionStatus } from '~/components/submissions/list/submission-status.tsx'

/** Status, author and time, and the layers' progress. */
export function SubmissionSummary({ submission }: { submission: Submission }) {
  const { app_user_name, datetime_submitted, config_name, parent_id, project_id, project_name } = submission
  return (
    <div className="flex flex-col gap-3 rounded border bg-sunk p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmissionStatus submission={submission} />
        <span>
          Submitted by <span className="font-medium">{app_user_name}</span>{' '}
          <RelativeTime iso={datetime_submitted} className="whitespace-nowrap" />
        </span>
        <span className="break-all text-muted">{config_name}</span>
        {project_id !== null && (
          <Link
            to="/projects/$id"
            params={{ id: String(project_id) }}
            className="min-w-0 break-words text-link hover:underline"
          >
            {project_name ?? `Project ${project_id}`}
          </Link>
        )}
        {parent_id !== null && (
          <Link
            to="/modeling/submission/$id"
            params={{ id: String(parent_id) }}
            className="text-link hover:underline"
          >
            Run again from submission {parent_id}
          </Link>
        )}
      </div>
      <CountsBar submission={submission} wide />
    </div>
  )
}
