import { circleSize } from '~/components/map/base/circle-size.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { getSurveyPoints } from '#contract/surveys/surveys.ts'
import type { Circles } from '~/components/map/overlays/draw-points.ts'
import { rampColour } from '~/components/map/legend/ramps.ts'
import { histogramOf } from '~/lib/histogram.ts'

export type SurveyPoints = Answer<typeof getSurveyPoints>

const BINS = 24

/** The clusters' smallest and largest value, their distribution, and as mean the share of all respondents. */
export function summaryOf({ features }: SurveyPoints) {
  const clusters = features.map(({ properties }) => properties).filter(({ value }) => Number.isFinite(value))
  const distribution = histogramOf(
    clusters.map(({ value }) => value),
    BINS,
  )
  if (!distribution) return null
  let [cases, respondents] = [0, 0]
  for (const { numerator, denominator } of clusters) {
    cases += numerator
    respondents += denominator
  }
  return { ...distribution, mean: cases / respondents }
}

/** A circle for each cluster: its colour shows the value, its area the sample size. */
export function circlesOf({ features }: SurveyPoints): Circles {
  const summary = summaryOf({ type: 'FeatureCollection', features })
  const most = features.reduce((largest, { properties }) => Math.max(largest, properties.denominator), 1)
  const size = circleSize(features.length)
  const share = (value: number) =>
    summary && summary.max > summary.min ? (value - summary.min) / (summary.max - summary.min) : 0.5
  return {
    type: 'FeatureCollection',
    features: features.map(({ geometry, properties: { value, denominator } }, at) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...geometry.coordinates] },
      properties: {
        id: String(at),
        colour: rampColour('viridis', share(value)),
        radius: size * (2.5 + 5 * Math.sqrt(Math.max(0, denominator) / most)),
      },
    })),
  }
}

/** All clusters of several surveys in one view. */
export const plainCircles = (surveys: readonly { id: number; points: SurveyPoints }[]): Circles => ({
  type: 'FeatureCollection',
  features: surveys.flatMap(({ id, points }) =>
    points.features.map(({ geometry }) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [...geometry.coordinates] },
      properties: { id: String(id), colour: '#1dd3b0', radius: 2.5 },
    })),
  ),
})
