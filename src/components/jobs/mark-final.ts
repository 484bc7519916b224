import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '#contract/job-shapes.ts'
import { showFailure, showSuccess } from '~/components/layout/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/layout/snackbar-store.ts'
import { fetchJobs, markFinal } from '~/server/jobs.functions.ts'
import { ApiError } from '~/api/api-error.ts'
import { refetchJobs } from './live-jobs.ts'

export interface Marking {
  jobs: readonly Job[]
  final: boolean
  reason?: string
  /** Final jobs that lose their mark; the person has confirmed it. */
  superseding?: readonly Job[]
}

export const mayBeFinal = (job: Job): boolean => job.status === 'completed' && !job.final

/** Marks at once and offers Undo; if others would lose their mark, calls `onAsk` first. */
export function useMarkFinal(onAsk: (marking: Required<Pick<Marking, 'superseding'>> & Marking) => void) {
  const client = useQueryClient()
  const refetch = () =>
    Promise.all([
      refetchJobs(client),
      client.invalidateQueries({ queryKey: ['jobs', 'report'] }),
      client.invalidateQueries({ queryKey: ['jobs', 'final-history'] }),
    ])
  const undo = async (ids: number[], final: boolean) => {
    try {
      showSuccess(await markFinal({ data: { job_ids: ids, final } }))
    } catch (error) {
      showFailure(error)
    }
    await refetch()
  }
  return useMutation({
    mutationFn: async (marking: Marking) => {
      const { jobs, final, reason, superseding } = marking
      // Loaded when it is needed: every table of jobs would carry it.
      const { finalJobsOf, losers, rivalry } = await import('./layer-identity.ts')
      const problem = final ? rivalry(jobs) : undefined
      if (problem) throw new ApiError(422, problem)
      if (final && !superseding) {
        const { content } = await fetchJobs({ data: finalJobsOf(jobs) })
        const others = losers(jobs, content)
        if (others.length > 0) {
          onAsk({ ...marking, superseding: others })
          return undefined
        }
      }
      return markFinal({
        data: { job_ids: jobs.map(({ id }) => id), final, reason: reason?.trim() || undefined },
      })
    },
    onSuccess: (answer, { final }) => {
      if (!answer) return
      const { msg, job_ids, superseded } = answer
      if (job_ids.length === 0 || superseded.length > 0) return showSuccess({ msg })
      showSnackbar({
        color: 'success',
        message: msg,
        action: { label: 'Undo', onClick: () => void undo(job_ids, !final) },
      })
    },
    onError: showFailure,
    onSettled: () => refetch(),
  })
}
