import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { runNames } from '#common/run-name.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { VERDICT_LABELS } from '~/components/jobs/verdict-labels.ts'
import { FinalReason } from './final-reason.tsx'
import { formatJobs, namedJobs } from '~/components/jobs/format-jobs.ts'
import { type FinalMarking, type Marking, failedChecks } from './marking.ts'

const NAMED = 8
const REASON_MISSING = 'Say why this layer is final although a check failed.'

const usableFor = ({ verdict }: Job) =>
  verdict === null ? '' : verdict === 'none' ? 'not usable' : `usable for: ${VERDICT_LABELS[verdict]}`

/** Names the jobs that would lose the mark and the checks that failed, and asks for a reason. */
export function FinalDialog({
  marking,
  onConfirm,
  onClose,
}: {
  marking: FinalMarking
  onConfirm: (marking: Marking) => void
  onClose: () => void
}) {
  const { jobs, superseding } = marking
  const [reason, setReason] = useState(marking.reason ?? '')
  const [error, setError] = useState<string>()
  const doubtful = jobs.filter((job) => failedChecks(job).length > 0)
  const moves = superseding.length > 0
  const confirm = () => {
    if (doubtful.length > 0 && reason.trim() === '') return setError(REASON_MISSING)
    onConfirm({ ...marking, reason })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={moves ? 'Move the final mark' : 'Mark as final'}
      description={moves ? takesFrom(jobs, superseding) : becomes(jobs)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep unchanged
          </Button>
          <Button onClick={confirm}>Mark as final</Button>
        </>
      }
    >
      <JobNames label="Jobs that become final" jobs={jobs}>
        {usableFor}
      </JobNames>
      {moves && (
        <JobNames label="Jobs that lose the mark" jobs={superseding}>
          {(job) => `by ${job.app_user_name}${job.verdict === null ? '' : `, ${usableFor(job)}`}`}
        </JobNames>
      )}
      {doubtful.length > 0 && (
        <Alert
          tone="warning"
          title={
            jobs.length === 1
              ? 'Checks of this job failed'
              : `Checks of ${formatJobs(doubtful.length)} failed`
          }
        >
          <JobNames label="Failed checks" jobs={doubtful}>
            {(job) => failedChecks(job).join(', ')}
          </JobNames>
        </Alert>
      )}
      <FinalReason
        reason={reason}
        required={doubtful.length > 0}
        error={error}
        onReason={(text) => {
          setReason(text)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}

const takesFrom = (jobs: readonly Job[], superseding: readonly Job[]) =>
  `${namedJobs(jobs)} ${jobs.length === 1 ? 'takes' : 'take'} the mark from ${
    superseding.length === 1
      ? 'the job that is final now'
      : `${formatJobs(superseding.length)} that are final now`
  }. The history keeps both.`

const becomes = (jobs: readonly Job[]) =>
  jobs.length === 1
    ? `${namedJobs(jobs)} becomes final. No job of this layer is final now.`
    : `${namedJobs(jobs)} become final. No job of their layers is final now.`

function JobNames({
  label,
  jobs,
  children: note,
}: {
  label: string
  jobs: readonly Job[]
  children: (job: Job) => string
}) {
  const names = runNames(jobs)
  return (
    <ul aria-label={label} className="flex flex-col gap-1 rounded border bg-sunk p-3">
      {jobs.slice(0, NAMED).map((job) => (
        <li key={job.id} className="min-w-0">
          <Link
            to="/spatial-catalog/report/$jobKey"
            params={{ jobKey: job.job_key }}
            className="break-words text-link underline"
          >
            {names.get(job.id)}
          </Link>{' '}
          <span className="font-mono text-xs break-all text-muted">{job.job_key}</span>{' '}
          <span className="text-muted">{note(job)}</span>
        </li>
      ))}
      {jobs.length > NAMED && <li className="text-muted">and {formatJobs(jobs.length - NAMED)} more</li>}
    </ul>
  )
}
