import { runNames } from '#common/run-name.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { TRACKER_STATES, type TrackerChange } from '#contract/layer-tracker.ts'
import { ArrowRight } from 'lucide-react'

const WORDS = { new: 'new', changed: 'changed', same: 'unchanged' } as const
const LISTED = 20

const trackerCounts = (changes: readonly TrackerChange[]) =>
  TRACKER_STATES.map((state) => ({
    state,
    words: WORDS[state],
    count: changes.filter((change) => change.state === state).length,
  }))

/** Which rows would be new, changed or unchanged; for changed ones, which cells. */
export function TrackerPreview({
  changes,
  jobs,
}: {
  changes: readonly TrackerChange[]
  jobs: readonly Job[]
}) {
  const names = runNames(jobs)
  const keys = new Map(jobs.map(({ id, job_key }) => [id, job_key]))
  const changed = changes.filter(({ state }) => state === 'changed')
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Preview" className="grid grid-cols-3 gap-2">
        {trackerCounts(changes).map(({ state, words, count }) => (
          <li key={state} className="flex flex-col items-center rounded border bg-sunk p-2">
            <span className="tabular text-lg font-semibold">{count.toLocaleString('en')}</span>
            <span className="text-xs text-muted">{words}</span>
          </li>
        ))}
      </ul>
      {changed.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-link">What changes</summary>
          <ul
            aria-label="What changes"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
            tabIndex={0}
            className="mt-2 flex max-h-48 flex-col gap-2 overflow-auto rounded border p-2 text-xs"
          >
            {changed.slice(0, LISTED).map(({ job_id, changes: cells }) => (
              <li key={job_id}>
                <p className="break-words">
                  {names.get(job_id) ?? `Job ${job_id}`}{' '}
                  <span className="font-mono break-all text-muted">{keys.get(job_id)}</span>
                </p>
                {cells.map(({ column, before, after }) => (
                  <p key={column} className="flex flex-wrap items-center gap-1 pl-3">
                    <span className="font-mono text-muted">{column}</span>
                    <del className="text-muted">{before || 'empty'}</del>
                    <ArrowRight aria-hidden="true" className="size-3" />
                    <span className="sr-only">becomes</span>
                    <ins className="no-underline">{after || 'empty'}</ins>
                  </p>
                ))}
              </li>
            ))}
            {changed.length > LISTED && <li className="text-muted">and {changed.length - LISTED} more</li>}
          </ul>
        </details>
      )}
    </div>
  )
}
