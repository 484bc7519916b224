import type { JobReport, Surface } from '#contract/job-shapes.ts'
import { readDiagnostics } from './diagnostics.ts'

const FIGURES = { mean: 'modelled', lower: 'modelled_lower', upper: 'modelled_upper' } as const

/**
 * The country's figure that a surface belongs to, which weights cells by people; the mean of the cells would count empty
 * land as much as towns.
 */
export function countryFigure(report: Pick<JobReport, 'diagnostics'>, surface: Surface): number | undefined {
  const figure = surface in FIGURES ? FIGURES[surface as keyof typeof FIGURES] : undefined
  return (figure && readDiagnostics(report.diagnostics)?.national?.[figure]) ?? undefined
}
