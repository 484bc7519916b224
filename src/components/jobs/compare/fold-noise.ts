import type { JobFigure } from '#contract/jobs/job-figures.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'

/** Standard errors that a difference must exceed. */
const Z = 2

type Score = 'lpd' | 'squared_error'
const SCORES: Partial<Record<JobFigure, Score>> = {
  r2_random: 'squared_error',
  r2_block: 'squared_error',
  rmse_random: 'squared_error',
  rmse_block: 'squared_error',
  lpd_random: 'lpd',
  lpd_block: 'lpd',
}

/**
 * Whether two jobs with the same folds differ by less than chance among folds gives: with d the differences summed by
 * fold, |Σ d| is at most 2·√(folds·Var d). R² and RMSE differ by squared errors. False for jobs without scores by fold.
 */
export function withinFoldNoise(metric: JobFigure, before: JobReport, after: JobReport): boolean {
  const score = SCORES[metric]
  if (!score) return false
  const folds = metric.endsWith('_block') ? 'cv_block' : 'cv_random'
  const [was = [], is = []] = [before, after].map(
    ({ diagnostics }) => readDiagnostics(diagnostics)?.fold_scores?.[folds][score],
  )
  if (was.length < 2 || was.length !== is.length) return false
  const differences = is.map((value, fold) => value - was[fold]!)
  const sum = differences.reduce((total, value) => total + value, 0)
  const mean = sum / differences.length
  const variance =
    differences.reduce((total, value) => total + (value - mean) ** 2, 0) / (differences.length - 1)
  return Math.abs(sum) <= Z * Math.sqrt(differences.length * variance)
}
