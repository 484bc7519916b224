import { useId } from 'react'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { AGAIN_MODES, type AgainMode } from './again-mode.ts'
import { fittingRows } from './again-plan.ts'
import type { Sheet } from '~/components/submissions/sheet/sheet.ts'

const WORDS: Record<AgainMode, { label: string; about: string }> = {
  all: { label: 'All layers', about: 'as they were, or with your changes' },
  failed: { label: 'Only the failed layers', about: 'the others keep their results' },
  unfinished: { label: 'Failed and cancelled layers', about: 'completed layers keep their results' },
  improve: { label: 'Improve', about: 'only what you change; each layer names the job that it improves' },
}

/** What to run; the number of layers for each choice. */
export function AgainModes({
  mode,
  sheet,
  jobs,
  onMode,
}: {
  mode: AgainMode
  sheet: Sheet
  jobs: ReadonlyMap<number, Job>
  onMode: (mode: AgainMode) => void
}) {
  const name = useId()
  const countOf = (one: AgainMode) => fittingRows(sheet, one, jobs).rows.length
  // Without cancelled layers, it is the same as the failed ones.
  const offered = AGAIN_MODES.filter(
    (one) => one !== 'unfinished' || one === mode || countOf(one) > countOf('failed'),
  )
  return (
    <fieldset className="grid gap-2 min-[700px]:auto-cols-fr min-[700px]:grid-flow-col">
      <legend className="mb-1 text-sm font-medium">What runs</legend>
      {offered.map((one) => {
        const count = countOf(one)
        const off = count === 0 && one !== mode
        return (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-2 rounded border border-control p-3 has-checked:border-secondary has-checked:bg-selected has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="mt-0.5 size-4 shrink-0 accent-secondary outline-none"
              checked={one === mode}
              disabled={off}
              onChange={() => onMode(one)}
            />
            <span>
              <span className="font-medium">{WORDS[one].label}</span>{' '}
              <span className="tabular text-muted">({count.toLocaleString('en')})</span>
              <span className="block text-xs text-muted">{WORDS[one].about}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
