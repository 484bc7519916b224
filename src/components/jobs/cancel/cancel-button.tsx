import { useState } from 'react'
import type { Person } from '#contract/accounts/accounts.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { Button } from '~/components/ui/button.tsx'
import { namedJobs } from '~/components/jobs/format-jobs.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { needsConfirmation, mayCancel, useCancelJob } from './cancel-job.ts'

/** In the rows of a submission, for its pending and running layers. A running one asks first. */
export function CancelButton({ job, me }: { job: Job; me: Person }) {
  const cancel = useCancelJob()
  const [asking, setAsking] = useState(false)
  if (!mayCancel(me, job)) return null
  return (
    <>
      <Button
        variant="secondary"
        size="tiny"
        busy={cancel.isPending}
        aria-label={`Cancel ${job.job_key}`}
        onClick={() => (needsConfirmation([job]) ? setAsking(true) : cancel.mutate(job.id))}
      >
        Cancel
      </Button>
      {asking && (
        <CancelDialog
          count={1}
          name={namedJobs([job])}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(job.id, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
