import { Link } from '@tanstack/react-router'
import { runName } from '#common/run-name.ts'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { JobStatusCell } from '~/components/jobs/job-status.tsx'
import { buttonClass } from '~/components/ui/button.tsx'
import { StepCard } from './step-card.tsx'
import type { StepState } from './steps.ts'

export const LAYER_STEP = 'layer-step'

/** The country's newest layers and their progress; a completed one shows its map. */
export function LayerStep({ state, jobs, total }: { state: StepState; jobs: readonly Job[]; total: number }) {
  const completed = jobs.find(({ status }) => status === 'completed')
  return (
    <StepCard
      focusId={LAYER_STEP}
      number={6}
      title="Map"
      state={state}
      about="A worker computes the layer; its report has the map, the admin table and the cross-validation metrics."
      actions={
        completed && (
          <Link
            to="/spatial-catalog/report/$jobKey"
            params={{ jobKey: completed.job_key }}
            className={buttonClass()}
          >
            Open the map
          </Link>
        )
      }
    >
      {jobs.length > 0 && (
        <ul aria-label="Layers" className="divide-y rounded border">
          {jobs.map((job) => (
            <li key={job.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-3 py-2">
              <Link
                to="/spatial-catalog/report/$jobKey"
                params={{ jobKey: job.job_key }}
                className="min-w-0 break-words text-link hover:underline"
              >
                {runName(job, jobs)}{' '}
                <span className="font-mono text-xs break-all text-muted">{job.job_key}</span>
              </Link>
              <JobStatusCell job={job} />
            </li>
          ))}
        </ul>
      )}
      {total > jobs.length && (
        <p className="text-sm text-muted">
          The newest {jobs.length} of {total} layers.
        </p>
      )}
    </StepCard>
  )
}
