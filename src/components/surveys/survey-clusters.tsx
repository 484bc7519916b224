import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Survey } from '#contract/surveys/survey-list.ts'
import { boundsOfPoints } from '~/components/map/base/bounds-of.ts'
import type { PointsHit } from '~/components/map/overlays/draw-points.ts'
import { MapLegend } from '~/components/map/legend/map-legend.tsx'
import { PointsFrame } from '~/components/map/overlays/points-frame.tsx'
import { type SurveyPoints, circlesOf, summaryOf } from './cluster-circles.ts'
import { percent } from '~/components/jobs/report/format.ts'
import { Card } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { count, figure } from '~/lib/figures.ts'
import { MAPPED_CLUSTERS } from '~/lib/mapped-clusters.ts'
import { surveyPointsQuery } from '~/server/surveys.functions.ts'

/** The clusters on the map: colour by value, area by number of respondents. */
export function SurveyClusters({ survey }: { survey: Survey }) {
  const { data, error, isFetching, refetch } = useQuery(surveyPointsQuery(survey.id, MAPPED_CLUSTERS))
  return (
    <Card title="Clusters">
      {data ? (
        <ClustersMap survey={survey} points={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <output aria-label="Loading the clusters" className="block h-80">
          <Skeleton className="size-full!" />
        </output>
      )}
    </Card>
  )
}

function ClustersMap({ survey, points }: { survey: Survey; points: SurveyPoints }) {
  const [hit, setHit] = useState<PointsHit | null>(null)
  const circles = useMemo(() => circlesOf(points), [points])
  const bounds = useMemo(
    () => boundsOfPoints(points.features.map(({ geometry }) => geometry.coordinates)),
    [points],
  )
  const summary = useMemo(() => summaryOf(points), [points])
  const drawn = points.features.length
  const isSample = drawn < survey.clusters
  const at = hit && 'circle' in hit ? points.features[Number(hit.circle)]?.properties : undefined
  return (
    <PointsFrame
      label={`Map of the clusters of ${survey.country}`}
      bounds={bounds}
      circles={circles}
      onPoint={setHit}
      panel={{
        legend: summary ? (
          <MapLegend
            title={survey.target}
            unit={`Share of respondents${isSample ? ` in the ${count(drawn)} clusters drawn` : ''}; larger circles have more`}
            ramp="viridis"
            {...summary}
            mark={{ label: 'mean', value: summary.mean }}
            show={percent}
          />
        ) : (
          <p className="text-xs text-muted">No cluster has a value</p>
        ),
        readout: (
          <p aria-live="polite" className="min-h-10 max-w-60 text-xs text-muted">
            {at
              ? `Cluster ${at.cluster}: ${percent(at.value)} (${figure(at.numerator)} of ${figure(at.denominator)})${at.stratum ? `, ${at.stratum}` : ''}`
              : `${isSample ? `${count(drawn)} of ${count(survey.clusters)} clusters are drawn, evenly from the file.` : `${count(drawn)} clusters.`} Hover over one for its value, or move the map by keyboard until it is at the centre.`}
          </p>
        ),
      }}
    />
  )
}
