import type { JobReport } from '#contract/jobs/job-shapes.ts'
import type { Surface } from '#contract/jobs/output-types.ts'
import { readDiagnostics } from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { townWarnings } from './survey-design.ts'

const FIGURES = { mean: 'modelled', lower: 'modelled_lower', upper: 'modelled_upper' } as const

/**
 * The country's figure that a surface belongs to, which weights cells by people; the mean of the cells would count empty
 * land as much as towns.
 */
export function countryFigure(
  report: Pick<JobReport, 'layer' | 'diagnostics'>,
  surface: Surface,
): number | undefined {
  // Where it must not be read without a warning, it is only shown beside that.
  if (townWarnings(report).length > 0) return undefined
  const figure = surface in FIGURES ? FIGURES[surface as keyof typeof FIGURES] : undefined
  return (figure && readDiagnostics(report.diagnostics)?.national?.[figure]) ?? undefined
}
