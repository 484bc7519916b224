import { NONE } from '~/lib/figures.ts'
import { interval } from '~/components/jobs/report/format.ts'

/** With fewer clusters, their spread is unknown. */
const MIN_CLUSTERS = 3

export interface DirectFigures {
  clusters: number
  observed: number | null
  observed_lower: number | null
  observed_upper: number | null
}

/** Why a direct estimate has no interval; null if it has one, or if there is no estimate. */
export function whyNoInterval({
  clusters,
  observed,
  observed_lower,
  observed_upper,
}: DirectFigures): string | null {
  if (observed === null || (observed_lower !== null && observed_upper !== null)) return null
  if (clusters < MIN_CLUSTERS) return `below ${MIN_CLUSTERS} clusters`
  if (observed === 0) return 'no case'
  return observed === 1 ? 'only cases' : 'one cluster per stratum'
}

/** The 95 % interval of a direct estimate, or the reason why it has none. */
export const directInterval = (figures: DirectFigures): string =>
  figures.observed === null
    ? NONE
    : (whyNoInterval(figures) ?? interval(figures.observed_lower, figures.observed_upper))

/** The ends of the interval that is shown. */
export const directEnds = (figures: DirectFigures): readonly [number, number] | null =>
  whyNoInterval(figures) === null && figures.observed_lower !== null && figures.observed_upper !== null
    ? [figures.observed_lower, figures.observed_upper]
    : null
