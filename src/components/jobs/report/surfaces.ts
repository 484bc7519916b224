import { SURFACES, type JobReport, type Surface } from '#contract/job-shapes.ts'
import { percent, points } from './format.ts'

export const SURFACE_LABELS: Record<Surface, { short: string; long: string }> = {
  mean: { short: 'Mean', long: 'Mean' },
  lower: { short: 'Lower', long: 'Lower end of the 95 % interval' },
  upper: { short: 'Upper', long: 'Upper end of the 95 % interval' },
  width: { short: 'Width', long: 'Width of the 95 % interval' },
  exceedance: { short: 'Exceedance', long: 'Probability that prevalence exceeds the threshold' },
}

const optionOf = (value: Surface) => ({ value, label: SURFACE_LABELS[value].short })

/** The surfaces that every completed job has. */
export const surfaceOptions = SURFACES.filter((surface) => surface !== 'exceedance').map(optionOf)

/** Those that this job has; exceedance needs a threshold. */
export const surfacesOf = ({ outputs }: Pick<JobReport, 'outputs'>) =>
  outputs.some(({ type }) => type === 'exceedance')
    ? [...surfaceOptions, optionOf('exceedance')]
    : surfaceOptions

/** Those that two jobs can be compared by; probabilities of different thresholds can't. */
export function commonSurfaces(jobs: readonly Pick<JobReport, 'outputs' | 'layer'>[]) {
  const [one, other] = jobs
  if (!one || !other || thresholdOf(one) !== thresholdOf(other)) return surfaceOptions
  return surfacesOf(one).filter(({ value }) => surfacesOf(other).some((option) => option.value === value))
}

/** The requested surface, if the job has it. */
export const shownSurface = (report: Pick<JobReport, 'outputs'>, asked: Surface | undefined): Surface =>
  surfacesOf(report).find(({ value }) => value === asked)?.value ?? 'mean'

export type SurfaceSummary = NonNullable<NonNullable<JobReport['surfaces']>[Surface]>

export const surfaceUnit = (surface: Surface) =>
  surface === 'width' ? 'percentage points' : surface === 'exceedance' ? 'probability, %' : 'share, %'

export const surfaceValue = (surface: Surface, value: number | null | undefined) =>
  surface === 'width' ? points(value) : percent(value)

/** The threshold of a layer's exceedance, as a share. */
export function thresholdOf({ layer }: Pick<JobReport, 'layer'>): number | null {
  const threshold = Number(layer['exceedance_threshold'] ?? Number.NaN)
  return Number.isFinite(threshold) ? threshold : null
}

/** `P(prevalence > 20.0 %)`; the long label without a threshold. */
export function surfaceTitle(surface: Surface, report: Pick<JobReport, 'layer'>): string {
  const threshold = thresholdOf(report)
  return surface === 'exceedance' && threshold !== null
    ? `P(prevalence > ${percent(threshold)})`
    : SURFACE_LABELS[surface].long
}
