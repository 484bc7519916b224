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

/** The metrics of each job, and the change from the first one; those that are the same in all are one line. */
export function ComparedMetrics({ jobs }: { jobs: readonly JobReport[] }) {
  const [first] = jobs
  const reasons = whyNoVerdict(jobs)
  const foldsOf = (metric: Metric) => (metric.endsWith('_block') ? 'block' : 'random')
  const rowOf = (name: string, texts: readonly string[]) => ({ key: name, name, texts, cells: texts })
  const rows = [
    ...JOB_METRICS.map((metric) => {
      const texts = jobs.map((job) => FIGURE_FORMATS[metric].show(job[metric]))
      const cells = jobs.map((job, place) => (
        <>
          {texts[place]}
          {job.id !== first.id && (
            <Change
              change={changeOf(metric, first, job)}
              withVerdict={reasons[foldsOf(metric)] === undefined}
            />
          )}
        </>
      ))
      return { key: metric, name: FIGURE_FORMATS[metric].label, texts, cells }
    }),
    ...(jobs.some(formatRaking)
      ? [
          rowOf(
            'Raking, after these metrics',
            jobs.map((job) => formatRaking(job) ?? 'Not raked'),
          ),
        ]
      : []),
    rowOf(
      'Random folds',
      jobs.map((job) => foldSizes(job, 'random')),
    ),
    rowOf(
      'Block folds',
      jobs.map((job) => foldSizes(job, 'block')),
    ),
    rowOf('Block length', blockLengths(jobs)),
    rowOf(
      FIGURE_FORMATS.duration_s.label,
      jobs.map(({ duration_s }) => FIGURE_FORMATS.duration_s.show(duration_s)),
    ),
  ]
  const same = rows.filter(({ texts }) => new Set(texts).size === 1)
  return (
    <>
      {same.length < rows.length && (
        <ComparisonTable caption="Metrics" jobs={jobs} rows={rows.filter((row) => !same.includes(row))} />
      )}
      {same.length > 0 && (
        <p className="text-sm">
          <span className="text-muted">The same in {jobs.length === 2 ? 'both' : 'all'}: </span>
          {same.map(({ name, texts }) => `${name} ${texts[0]}`).join('; ')}
        </p>
      )}
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
