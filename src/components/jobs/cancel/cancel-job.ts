import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelJob as cancelJobEndpoint } from '#contract/jobs/jobs.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import type { Person } from '#contract/accounts/accounts.ts'
import { failureMessage } from '~/api/api-error.ts'
import { ownerMay } from '~/api/owner-may.ts'
import { showFailure, showSuccess, withSnackbar } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { cancelJob } from '~/server/jobs.functions.ts'
import { isInProgress } from '~/components/jobs/job-labels.ts'
import { formatJobs } from '~/components/jobs/format-jobs.ts'
import { refetchJobs } from '~/components/jobs/list/live-jobs.ts'

/** The owner of a job or an admin, while the job can be cancelled. The service enforces the same. */
export function mayCancel(me: Person, job: Pick<Job, 'status' | 'owner_id'>): boolean {
  return isInProgress(job) && ownerMay(me, cancelJobEndpoint, job.owner_id)
}

/** A running job has computed something; several are many a person did not look at one by one. */
export const needsConfirmation = (jobs: readonly Pick<Job, 'status'>[]): boolean =>
  jobs.length > 1 || jobs.some(({ status }) => status === 'running')

export function useCancelJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => withSnackbar(cancelJob({ data: { id } })),
    onSettled: () => refetchJobs(client),
  })
}

/** Cancels one job after another; returns how many were cancelled, and why the others were not. */
export async function cancelMany(jobs: readonly Job[]): Promise<void> {
  const messages: string[] = []
  const failures: unknown[] = []
  for (const { id } of jobs) {
    try {
      messages.push((await cancelJob({ data: { id } })).msg)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 0 && messages[0]) {
    return showSuccess({
      msg: messages.length === 1 ? messages[0] : `${formatJobs(messages.length)} cancelled.`,
    })
  }
  if (failures.length === 1 && messages.length === 0) return showFailure(failures[0])
  return showSnackbar({
    color: 'warning',
    message: `${messages.length} of ${formatJobs(jobs.length)} cancelled. ${failureMessage(failures[0])}`,
  })
}
