import type { QueryClient } from '@tanstack/react-query'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { ApiError } from '~/api/api-error.ts'
import { showFailure, showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { showSnackbar } from '~/components/shell/snackbar/snackbar-store.ts'
import { fetchJobs, finalHistoryQuery, markFinal, undoFinalMark } from '~/server/jobs.functions.ts'
import { finalOf } from './final-of.ts'
import { finalJobsOf, supersededJobs, rivalry } from '~/components/jobs/layer-identity.ts'
import { refetchJobs } from '~/components/jobs/list/live-jobs.ts'
import { type FinalMarking, type Marking, failedChecks } from './marking.ts'
import { JOB_LISTS, showUndone, showAtOnce } from '~/components/shell/snackbar/show-at-once.ts'

/** Marks at once and offers Undo; if others would lose their mark or a check failed, calls `onAsk` and marks nothing. */
export async function saveFinalMark(
  client: QueryClient,
  marking: Marking,
  onAsk: (question: FinalMarking) => void,
): Promise<void> {
  const { jobs, final, reason, superseding } = marking
  const problem = final ? rivalry(jobs) : undefined
  if (problem) return showSnackbar({ color: 'error', message: problem })
  const marked = new Set(jobs.map(({ id }) => id))
  // A rival that a screen shows: trying first would only write a rejected call into the audit.
  const doubtful = marking.ask || jobs.some((job) => failedChecks(job).length > 0)
  if (final && !superseding && (doubtful || showsRival(client, jobs))) {
    const rivals = await findRivals(jobs)
    if (doubtful || rivals.length > 0) return onAsk({ ...marking, superseding: rivals })
  }
  const losing = new Set(superseding?.map(({ id }) => id))
  const takeBack = await showAtOnce(client, ({ id }) =>
    marked.has(id) ? { final } : losing.has(id) ? { final: false } : undefined,
  )
  try {
    const { msg, mark_id } = await markFinal({
      data: {
        job_ids: [...marked],
        final,
        reason: reason?.trim() || undefined,
        superseding: final ? [...losing] : undefined,
      },
    })
    if (!mark_id) showSuccess({ msg })
    else
      showSnackbar({
        color: 'success',
        message: msg,
        action: { label: 'Undo', onClick: () => void undo(client, mark_id, takeBack) },
      })
  } catch (error) {
    takeBack()
    if (wouldSupersede(error)) await ask(marking, error, onAsk)
    else showUndone(error)
  }
  await refetchMarks(client)
}

async function undo(client: QueryClient, mark_id: number, takeBack: () => void): Promise<void> {
  takeBack()
  try {
    showSuccess(await undoFinalMark({ data: { mark_id } }))
  } catch (error) {
    showUndone(error)
  }
  await refetchMarks(client)
}

const wouldSupersede = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ field }) => field === 'superseding')

/** Names the jobs that would lose their mark, which the person may confirm. */
async function ask(marking: Marking, error: unknown, onAsk: (question: FinalMarking) => void): Promise<void> {
  try {
    const superseding = await findRivals(marking.jobs)
    if (superseding.length > 0) onAsk({ ...marking, superseding })
    else showUndone(error)
  } catch (failure) {
    showFailure(failure)
  }
}

/** The final jobs of the layers of these jobs, as the service has them now. */
async function findRivals(jobs: readonly Job[]): Promise<Job[]> {
  const { content } = await fetchJobs({ data: finalJobsOf(jobs) })
  return supersededJobs(
    jobs.map((job) => ({ ...job, final: false })),
    content,
  )
}

/** Whether a cached list or the history of a report shows that another job is final. */
const showsRival = (client: QueryClient, jobs: readonly Job[]): boolean =>
  supersededJobs(jobs, cachedFinals(client)).length > 0 ||
  jobs.some(({ id }) => {
    const current = finalOf(client.getQueryData(finalHistoryQuery(id).queryKey)?.content ?? [])
    return current !== undefined && current.job_id !== id
  })

/** Final jobs that the cached lists show. */
const cachedFinals = (client: QueryClient): Job[] =>
  JOB_LISTS.flatMap((queryKey) => client.getQueriesData<{ content: Job[] }>({ queryKey }))
    .flatMap(([, page]) => page?.content ?? [])
    .filter(({ final }) => final)

const refetchMarks = (client: QueryClient) =>
  Promise.all([
    refetchJobs(client),
    client.invalidateQueries({ queryKey: ['jobs', 'report'] }),
    client.invalidateQueries({ queryKey: ['jobs', 'final-history'] }),
  ])
