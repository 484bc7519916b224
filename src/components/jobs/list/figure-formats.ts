import type { JobFigure } from '#contract/jobs/job-figures.ts'
import { NONE, count, decimal } from '~/lib/figures.ts'
import { errorPoints, percent, seconds } from '~/components/jobs/report/format.ts'

interface FigureFormat {
  /** In a table's header. */
  short: string
  label: string
  show: (value: number | null | undefined) => string
  /** A share, which people enter in percent; `points`: a difference of shares, in percentage points. */
  share?: 'percent' | 'points'
}

const whole = (value: number | null | undefined) => (typeof value === 'number' ? count(value) : NONE)
const r2 = { show: (value: number | null | undefined) => decimal(value, 3) }
const rmse = { show: errorPoints, share: 'points' } as const
const lpd = { show: (value: number | null | undefined) => decimal(value, 1) }
const coverage = { show: (value: number | null | undefined) => percent(value), share: 'percent' } as const

/** How each figure of a job is named and written, wherever it appears. */
export const FIGURE_FORMATS: Record<JobFigure, FigureFormat> = {
  r2_random: { short: 'R² random', label: 'R², random folds', ...r2 },
  r2_block: { short: 'R² block', label: 'R², block folds', ...r2 },
  rmse_random: { short: 'RMSE random', label: 'RMSE, random folds', ...rmse },
  rmse_block: { short: 'RMSE block', label: 'RMSE, block folds', ...rmse },
  lpd_random: { short: 'LPD random', label: 'Log predictive density, random folds', ...lpd },
  lpd_block: { short: 'LPD block', label: 'Log predictive density, block folds', ...lpd },
  coverage_random: { short: 'Coverage random', label: 'Coverage of 95 %, random folds', ...coverage },
  coverage_block: { short: 'Coverage block', label: 'Coverage of 95 %, block folds', ...coverage },
  duration_s: { short: 'Duration', label: 'Duration', show: seconds },
  seed: { short: 'Seed', label: 'Seed', show: whole },
  folds: { short: 'Folds', label: 'Random folds', show: whole },
  draws: { short: 'Draws', label: 'Draws', show: whole },
}
