import type { JobFigure } from '#contract/jobs/job-figures.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { signed } from '~/lib/figures.ts'
import { FIGURE_FORMATS } from '~/components/jobs/list/figure-formats.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { points } from '../report/format.ts'
import { expectedCoverage, metricVerdict } from '~/components/jobs/report/diagnostics/metric-verdict.ts'

/** What is better; coverage is compared with what it should be, see `coverageVerdict`. */
const BETTER: Partial<Record<JobFigure, 'more' | 'less'>> = {
  r2_random: 'more',
  r2_block: 'more',
  rmse_random: 'less',
  rmse_block: 'less',
  lpd_random: 'more',
  lpd_block: 'more',
}

export interface MetricChange {
  text: string
  /** Undefined where neither is better. */
  verdict: 'better' | 'worse' | undefined
  /** Within the noise of the folds. */
  chance?: boolean
}

/** From one job's figure to another's; undefined if one of them has none. */
export function metricChange(
  figure: JobFigure,
  before: number | null | undefined,
  after: number | null | undefined,
): MetricChange | undefined {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined
  const { show, share } = FIGURE_FORMATS[figure]
  const format = share === 'percent' ? points : show
  const difference = after - before
  const size = format(Math.abs(difference))
  // What is shown as nothing is nothing.
  if (size === format(0) || size.startsWith('<')) return { text: 'no change', verdict: undefined }
  return { text: signed(`${difference > 0 ? '+' : '-'}${size}`), verdict: verdictOf(figure, before, after) }
}

/** Better: the intervals became right; worse: they no longer are. Chance moves coverage between two right ones. */
export function coverageVerdict(
  metric: 'coverage_random' | 'coverage_block',
  before: JobReport,
  after: JobReport,
): MetricChange['verdict'] {
  const folds = metric === 'coverage_random' ? 'cv_random' : 'cv_block'
  const [was, is] = [before, after].map((job) => {
    const read = readDiagnostics(job.diagnostics)
    return {
      hasInterval: expectedCoverage(read?.[folds], 'coverage_95') !== undefined,
      wrong: metricVerdict('coverage_95', read?.[folds], read?.national?.clusters) !== undefined,
    }
  })
  if (!was?.hasInterval || !is?.hasInterval || was.wrong === is.wrong) return undefined
  return was.wrong ? 'better' : 'worse'
}

function verdictOf(figure: JobFigure, before: number, after: number): MetricChange['verdict'] {
  const better = BETTER[figure]
  if (better === undefined) return undefined
  const gain = better === 'more' ? after - before : before - after
  return gain === 0 ? undefined : gain > 0 ? 'better' : 'worse'
}
