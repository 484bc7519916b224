import { JOB_METRICS } from '#contract/job-figures.ts'
import type { JobReport } from '#contract/job-shapes.ts'
import { cn } from '~/lib/class-names.ts'
import { FIGURE_LOOKS } from '../figure-looks.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { sameData } from './differing-rows.ts'
import { type MetricChange, metricChange } from './metric-change.ts'

/** The metrics of each job, and the change from the first one. */
export function ComparedMetrics({ jobs }: { jobs: readonly JobReport[] }) {
  const [first] = jobs
  const comparable = sameData(jobs)
  return (
    <>
      <ComparisonTable
        caption="Metrics"
        jobs={jobs}
        rows={[...JOB_METRICS, 'duration_s' as const].map((figure) => ({
          key: figure,
          name: FIGURE_LOOKS[figure].label,
          cells: jobs.map((job) => (
            <>
              {FIGURE_LOOKS[figure].show(job[figure])}
              {job.id !== first.id && (
                <Change change={metricChange(figure, first[figure], job[figure])} withVerdict={comparable} />
              )}
            </>
          )),
        }))}
      />
      <p className="max-w-prose text-xs text-muted">
        Changes are from the first job. Cross-validation folds are drawn at random, so small changes may be
        chance.
        {!comparable &&
          ' These jobs do not use the same observations, so none of them is called better or worse.'}
      </p>
    </>
  )
}

function Change({ change, withVerdict }: { change: MetricChange | undefined; withVerdict: boolean }) {
  if (!change) return null
  const verdict = withVerdict ? change.verdict : undefined
  return (
    <span
      className={cn(
        'block text-xs',
        verdict === 'better' ? 'text-success' : verdict === 'worse' ? 'text-warning' : 'text-muted',
      )}
    >
      {change.text}
      {verdict && ` · ${verdict}`}
    </span>
  )
}
