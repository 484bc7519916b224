import type { ComparedSurface } from '#contract/viewing/job-difference.ts'
import type { JobReport, OutputType, Surface } from '#contract/jobs/job-shapes.ts'
import { SURFACE_LABELS } from '~/components/rasters/surface-labels.ts'
import { headcount, percent, points, probability } from '~/components/jobs/report/format.ts'

interface SurfaceOption<S extends Surface> {
  value: S
  label: string
}

const optionOf = <S extends Surface>(value: S): SurfaceOption<S> => ({
  value,
  label: SURFACE_LABELS[value].short,
})

/** The surfaces that every completed job has. */
const surfaceOptions = (['mean', 'lower', 'upper', 'width'] as const).map((one) => optionOf(one))

type WithSurfaces = Pick<JobReport, 'outputs' | 'surfaces'>

/** Those that this job has: exceedance needs a threshold, people a population and its summary. */
export function surfacesOf({ outputs, surfaces }: WithSurfaces) {
  const has = (surface: OutputType) => outputs.some(({ type }) => type === surface)
  return [
    ...surfaceOptions,
    ...(has('exceedance') ? [optionOf('exceedance')] : []),
    ...(has('people') && surfaces?.people ? [optionOf('people')] : []),
  ]
}

/** Those that two jobs can be compared by; probabilities of different thresholds can't, and people have other units. */
export function commonSurfaces(jobs: readonly (WithSurfaces & Pick<JobReport, 'layer'>)[]) {
  const [one, other] = jobs
  if (!one || !other || thresholdOf(one) !== thresholdOf(other)) return surfaceOptions
  const shares = surfacesOf(one).filter(
    (option): option is SurfaceOption<ComparedSurface> => option.value !== 'people',
  )
  return shares.filter(({ value }) => surfacesOf(other).some((option) => option.value === value))
}

/** The requested surface, if the job has it. */
export const shownSurface = (report: WithSurfaces, asked: Surface | undefined): Surface =>
  surfacesOf(report).find(({ value }) => value === asked)?.value ?? 'mean'

const UNITS: Partial<Record<Surface, string>> = {
  width: 'percentage points',
  exceedance: 'probability, %',
  people: 'people per cell',
}
export const surfaceUnit = (surface: Surface) => UNITS[surface] ?? 'share, %'

/** `draws` are those that probabilities are shares of. */
export function surfaceValue(
  surface: Surface,
  value: number | null | undefined,
  draws?: number | null,
): string {
  if (surface === 'width') return points(value)
  if (surface === 'people') return headcount(value)
  return surface === 'exceedance' ? probability(value, draws) : percent(value)
}

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
