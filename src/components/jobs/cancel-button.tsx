import type { Person } from '#contract/accounts.ts'
import type { Job } from '#contract/job-shapes.ts'
import { Button } from '~/components/ui/button.tsx'
import { mayCancel, useCancelJob } from './cancel-job.ts'

/** Offered where people follow a submission's layers. */
export function CancelButton({ job, me }: { job: Job; me: Person }) {
  const cancel = useCancelJob()
  if (!mayCancel(me, job)) return null
  return (
    <Button
      variant="secondary"
      size="tiny"

      busy={cancel.isPending}
      aria-label={`Cancel ${job.job_key}`}
      onClick={() => cancel.mutate(job.id)}
    >
      Cancel
    </Button>
  )
}
