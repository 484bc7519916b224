import { JOB_METRICS } from '#contract/jobs/job-figures.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { cn } from '~/lib/class-names.ts'
import { FIGURE_FORMATS } from '~/components/jobs/list/figure-formats.ts'
import { formatRaking } from '../report/format.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { withinFoldNoise } from './fold-noise.ts'
import { type MetricChange, coverageVerdict, metricChange } from './metric-change.ts'
import { blockLengths, foldSizes, whyNoVerdict } from './same-folds.ts'

type Metric = (typeof JOB_METRICS)[number]

/** The metrics of each job, and the change from the first one. */
export function ComparedMetrics({ jobs }: { jobs: readonly JobReport[] }) {
  const [first] = jobs
  const reasons = whyNoVerdict(jobs)
  const foldsOf = (metric: Metric) => (metric.endsWith('_block') ? 'block' : 'random')
  const rowOf = (name: string, of: (job: JobReport) => string) => ({ key: name, name, cells: jobs.map(of) })
  return (
    <>
      <ComparisonTable
        caption="Metrics"
        jobs={jobs}
        rows={[
          ...JOB_METRICS.map((metric) => ({
            key: metric,
            name: FIGURE_FORMATS[metric].label,
            cells: jobs.map((job) => (
              <>
                {FIGURE_FORMATS[metric].show(job[metric])}
                {job.id !== first.id && (
                  <Change
                    change={changeOf(metric, first, job)}
                    withVerdict={reasons[foldsOf(metric)] === undefined}
                  />
                )}
              </>
            )),
          })),
          ...(jobs.some(formatRaking)
            ? [rowOf('Raking, after these metrics', (job) => formatRaking(job) ?? 'Not raked')]
            : []),
          rowOf('Random folds', (job) => foldSizes(job, 'random')),
          rowOf('Block folds', (job) => foldSizes(job, 'block')),
          { key: 'Block length', name: 'Block length', cells: blockLengths(jobs) },
          rowOf(FIGURE_FORMATS.duration_s.label, ({ duration_s }) =>
            FIGURE_FORMATS.duration_s.show(duration_s),
          ),
        ]}
      />
      <p className="max-w-prose text-xs text-muted">
        {[
          'Changes are from the first job. A change may be chance if it is within two standard errors over the folds.',
          ...new Set(Object.values(reasons)),
        ].join(' ')}
      </p>
    </>
  )
}

function changeOf(metric: Metric, before: JobReport, after: JobReport): MetricChange | undefined {
  const change = metricChange(metric, before[metric], after[metric])
  if (metric !== 'coverage_random' && metric !== 'coverage_block')
    return change?.verdict && withinFoldNoise(metric, before, after)
      ? { ...change, verdict: undefined, chance: true }
      : change
  return change && { ...change, verdict: coverageVerdict(metric, before, after) }
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
      {withVerdict && change.chance && ' · may be chance'}
    </span>
  )
}
