import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelJob as cancelJobEndpoint } from '#contract/jobs.ts'
import type { Job } from '#contract/jobs.ts'
import type { Person } from '#contract/accounts.ts'
import { may } from '~/api/may.ts'
import { showFailure, showSuccess } from '~/components/layout/snackbar-outcomes.ts'
import { cancelJob } from '~/server/jobs.functions.ts'
import { isUnderWay } from './job-words.ts'
import { refetchJobs } from './live-jobs.ts'

/** The owner of a job or an admin, while there is something to cancel. The service enforces the same. */
export function mayCancel(me: Person, job: Pick<Job, 'status' | 'app_user_id'>): boolean {
  const owner = job.app_user_id === me.id || me.roles.some((role) => role.name === 'admin')
  return owner && isUnderWay(job) && may(me, cancelJobEndpoint)
}

export function useCancelJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => cancelJob({ data: { id } }),
    onSuccess: showSuccess,
    onError: showFailure,
    onSettled: () => refetchJobs(client),
  })
}
