import type { Surface } from '#contract/jobs/job-shapes.ts'

export const SURFACE_LABELS: Record<Surface, { short: string; long: string }> = {
  mean: { short: 'Mean', long: 'Mean' },
  lower: { short: 'Lower', long: 'Lower end of the 95 % interval' },
  upper: { short: 'Upper', long: 'Upper end of the 95 % interval' },
  width: { short: 'Width', long: 'Width of the 95 % interval' },
  exceedance: { short: 'Exceedance', long: 'Probability that prevalence exceeds the threshold' },
  people: { short: 'People', long: 'Expected number of people affected' },
}

const UNITS: Partial<Record<Surface, string>> = { exceedance: 'probability', people: 'people per cell' }
/** Unit of the values as stored; shares run from 0 to 1. */
export const storedUnit = (surface: Surface) => UNITS[surface] ?? 'share'
