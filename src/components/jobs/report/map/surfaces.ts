import { COMPARED_SURFACES } from '#contract/viewing/job-difference.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import {
  PLAIN_SURFACES,
  SURFACES,
  SURFACE_FACTS,
  SURFACE_VIEWS,
  type Surface,
  scaleOf,
} from '#contract/jobs/output-types.ts'
import { SCALES, type Scale } from '#contract/jobs/outputs.ts'
import { headcount, percent, points, probability } from '~/components/jobs/report/format.ts'

type WithSurfaces = Pick<JobReport, 'surfaces'>

const has = ({ surfaces }: WithSurfaces, surface: Surface) =>
  SURFACE_FACTS[surface].needs === null || surfaces?.[surface] !== undefined

const optionsOf = <S extends Surface>(surfaces: readonly S[]) =>
  surfaces.map((value) => ({ value, label: SURFACE_VIEWS[value].short }))

/** Those that this job has. */
export const surfacesOf = (report: WithSurfaces) =>
  optionsOf(SURFACES.filter((surface) => has(report, surface)))

/** Those that two jobs can be compared by; probabilities of different thresholds can't, and people have other units. */
export function commonSurfaces(jobs: readonly (WithSurfaces & Pick<JobReport, 'layer'>)[]) {
  const [one, other] = jobs
  if (!one || !other || thresholdOf(one) !== thresholdOf(other)) return optionsOf(PLAIN_SURFACES)
  return optionsOf(COMPARED_SURFACES.filter((surface) => has(one, surface) && has(other, surface)))
}

/** The requested surface, if the job has it. */
export const surfaceOnMap = (report: WithSurfaces, choice: Surface | undefined): Surface =>
  surfacesOf(report).find(({ value }) => value === choice)?.value ?? 'mean'

export const surfaceUnit = (surface: Surface) => SCALES[scaleOf(surface)].unit

type Format = (value: number | null | undefined, draws?: number | null) => string
const FORMATS: Record<Scale, Format> = {
  prevalence: (value) => percent(value),
  spread: (value) => points(value),
  probability: (value, draws) => probability(value, draws),
  people: headcount,
}

/** `draws` are those that probabilities are shares of. */
export const surfaceValue = (surface: Surface, ...value: Parameters<Format>): string =>
  FORMATS[scaleOf(surface)](...value)

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
    : SURFACE_VIEWS[surface].long
}
