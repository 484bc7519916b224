import type { QueryClient } from '@tanstack/react-query'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { ApiError, credentialsRejected, failureMessage } from '~/api/api-error.ts'
import { showSnackbar } from './snackbar-store.ts'

/** What a change that is shown before the service has answered may touch. */
type MarkChange = Partial<Pick<Job, 'final' | 'superseded_by' | 'tags'>>

/** The beginnings of the keys of cached lists of jobs. */
export const JOB_LISTS = [
  ['jobs', 'list'],
  ['jobs', 'recent'],
]
const REPORTS = ['jobs', 'report']

/**
 * Shows a change in every cached list and report. Answers what takes it back: of these fields alone, so that anything else
 * has changed in between stays.
 */
export async function showAtOnce(client: QueryClient, change: (job: Job) => MarkChange | undefined) {
  // An answer that is on its way still has the former values. A first load has nothing to show yet, and goes on.
  await Promise.all(
    [...JOB_LISTS, REPORTS].map((queryKey) =>
      client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined }),
    ),
  )
  const former = new Map<number, MarkChange>()
  rewrite(client, (job) => {
    const next = change(job)
    if (!next) return job
    const before = Object.keys(next).map((field) => [field, job[field as keyof MarkChange]])
    former.set(job.id, Object.fromEntries(before) as MarkChange)
    return { ...job, ...next }
  })
  return () => rewrite(client, (job) => ({ ...job, ...former.get(job.id) }))
}

function rewrite(client: QueryClient, edit: <T extends Job>(job: T) => T): void {
  for (const queryKey of JOB_LISTS)
    client.setQueriesData<{ content: Job[] }>(
      { queryKey },
      (page) => page && { ...page, content: page.content.map(edit) },
    )
  client.setQueriesData<Job>({ queryKey: REPORTS }, (report) => report && edit(report))
}

/** Shows why a change was undone. */
export function showUndone(error: unknown): void {
  if (credentialsRejected(error)) return
  const why = failureMessage(error).replace(/\.?$/, '.')
  const answered = error instanceof ApiError && error.answered
  const outcome = answered ? 'Nothing was changed.' : 'The change may not have been saved.'
  showSnackbar({ color: 'error', message: why.endsWith(outcome) ? why : `${why} ${outcome}` })
}
