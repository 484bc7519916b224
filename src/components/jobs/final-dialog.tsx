import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { FinalReason } from './final-reason.tsx'
import { jobsInWords, namedJobs } from './jobs-in-words.ts'
import type { AskedMarking, Marking } from './mark-final.ts'

const NAMED = 8

/** Asks for confirmation before another final job loses its mark, naming that job. */
export function FinalDialog({
  marking,
  onConfirm,
  onClose,
}: {
  marking: AskedMarking
  onConfirm: (marking: Marking) => void
  onClose: () => void
}) {
  const { jobs, superseding } = marking
  const [reason, setReason] = useState(marking.reason ?? '')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move the final mark"
      description={`${namedJobs(jobs)} ${jobs.length === 1 ? 'takes' : 'take'} the mark from ${
        superseding.length === 1
          ? 'the job that is final now'
          : `${jobsInWords(superseding.length)} that are final now`
      }. The history keeps both.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep unchanged
          </Button>
          <Button onClick={() => onConfirm({ ...marking, reason })}>Mark as final</Button>
        </>
      }
    >
      <ul aria-label="Jobs that lose the mark" className="flex flex-col gap-1 rounded border bg-sunk p-3">
        {superseding.slice(0, NAMED).map((job) => (
          <li key={job.id} className="min-w-0">
            <Link
              to="/spatial-catalog/report/$jobKey"
              params={{ jobKey: job.job_key }}
              className="font-mono text-xs break-all text-link hover:underline"
            >
              {job.job_key}
            </Link>{' '}
            <span className="text-muted">by {job.app_user_name}</span>
          </li>
        ))}
        {superseding.length > NAMED && (
          <li className="text-muted">and {jobsInWords(superseding.length - NAMED)} more</li>
        )}
      </ul>
      <FinalReason reason={reason} onReason={setReason} />
    </Dialog>
  )
}
