import type { JobFigure } from '#contract/job-figures.ts'
import { signed } from '~/lib/figures.ts'
import { FIGURE_LOOKS } from '../figure-looks.ts'
import { points } from '../report/format.ts'

/** What is better: more, less, or closer to a value. */
const BETTER: Partial<Record<JobFigure, 'more' | 'less' | number>> = {
  r2_random: 'more',
  r2_block: 'more',
  rmse_random: 'less',
  rmse_block: 'less',
  lpd_random: 'more',
  lpd_block: 'more',
  coverage_random: 0.95,
  coverage_block: 0.95,
}

export interface MetricChange {
  text: string
  /** Undefined where neither is better. */
  verdict: 'better' | 'worse' | undefined
}

/** From one job's figure to another's; undefined if one of them has none. */
export function metricChange(
  figure: JobFigure,
  before: number | null | undefined,
  after: number | null | undefined,
): MetricChange | undefined {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined
  const { show, share } = FIGURE_LOOKS[figure]
  const shown = share === 'percent' ? points : show
  const difference = after - before
  const size = shown(Math.abs(difference))
  // What is shown as nothing is nothing.
  if (size === shown(0)) return { text: 'no change', verdict: undefined }
  return { text: signed(`${difference > 0 ? '+' : '-'}${size}`), verdict: verdictOf(figure, before, after) }
}

function verdictOf(figure: JobFigure, before: number, after: number): MetricChange['verdict'] {
  const better = BETTER[figure]
  if (better === undefined) return undefined
  const gain =
    better === 'more'
      ? after - before
      : better === 'less'
        ? before - after
        : Math.abs(before - better) - Math.abs(after - better)
  return gain === 0 ? undefined : gain > 0 ? 'better' : 'worse'
}
