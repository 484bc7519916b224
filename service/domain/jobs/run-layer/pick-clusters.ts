import type { LayerInput } from '../../../modelling/layer-types.ts'
import type { SurveyPoints } from '../../surveys/survey-points.ts'

/** The clusters at the given positions, in order, as engine input. Without weights, all weigh 1. */
export function pickClusters(
  survey: SurveyPoints,
  urban: Uint8Array | null,
  keep: readonly number[],
): LayerInput['clusters'] {
  const numbers = (values: Float64Array) => Float64Array.from(keep, (i) => values[i])
  const { weight, stratum } = survey
  return {
    id: keep.map((i) => survey.cluster[i]),
    longitude: numbers(survey.longitude),
    latitude: numbers(survey.latitude),
    numerator: numbers(survey.numerator),
    denominator: numbers(survey.denominator),
    weight: weight ? numbers(weight) : new Float64Array(keep.length).fill(1),
    stratum: keep.map((i) => stratum?.[i] ?? null),
    urban: urban && Uint8Array.from(keep, (i) => urban[i]),
  }
}
