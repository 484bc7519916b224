import { useMemo, useState } from 'react'
import { percent } from '~/components/jobs/report/format.ts'
import { boundsOfPoints } from '~/components/map/base/bounds-of.ts'
import type { Circles, PointsHit } from '~/components/map/overlays/draw-points.ts'
import { PointsFrame } from '~/components/map/overlays/points-frame.tsx'
import { count, figure } from '~/lib/figures.ts'
import { type SurveyPoints, circlesOf } from '~/components/surveys/cluster-circles.ts'
import type { Inspection } from './use-inspection.ts'

const MARK = '#e5484d'
const MARK_RADIUS = 7

/** The clusters over the outlines of countries; those of `marked` rows stand out. */
export function PreviewMap({
  points,
  clusters,
  marked,
}: {
  points: Inspection['points']
  clusters: number
  marked: readonly number[]
}) {
  const [hit, setHit] = useState<PointsHit | null>(null)
  const circles = useMemo(() => markedCircles(points, marked), [points, marked])
  const bounds = useMemo(
    () => boundsOfPoints(points.map(({ longitude, latitude }) => [longitude, latitude])),
    [points],
  )
  const at = hit && 'circle' in hit ? points[Number(hit.circle)] : undefined
  return (
    <>
      <PointsFrame label="Map of the file's clusters" bounds={bounds} circles={circles} onPoint={setHit} />
      <p aria-live="polite" className="min-h-5 text-xs text-muted">
        {at
          ? `Row ${at.row}: ${at.numerator === null || at.denominator === null ? 'no counts' : `${percent(at.numerator / at.denominator)} (${figure(at.numerator)} of ${figure(at.denominator)})`}, at ${at.longitude}, ${at.latitude}`
          : `${count(points.length)} of ${count(clusters)} clusters are drawn${marked.length > 0 ? `; ${count(marked.length)} of a finding in red` : ''}. Hover over one for its row.`}
      </p>
    </>
  )
}

function markedCircles(points: Inspection['points'], marked: readonly number[]): Circles {
  const circles = circlesOf(asFeatures(points))
  const rows = new Set(marked)
  return {
    ...circles,
    features: circles.features.map((feature, i) =>
      rows.has(points[i]!.row)
        ? { ...feature, properties: { ...feature.properties, colour: MARK, radius: MARK_RADIUS } }
        : feature,
    ),
  }
}

const asFeatures = (points: Inspection['points']): SurveyPoints => ({
  type: 'FeatureCollection',
  features: points.map(({ row, longitude, latitude, numerator, denominator }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      cluster: String(row),
      numerator: numerator ?? 0,
      denominator: denominator ?? 0,
      value: numerator === null || !denominator ? Number.NaN : numerator / denominator,
      weight: null,
      stratum: null,
      urban: null,
    },
  })),
})
