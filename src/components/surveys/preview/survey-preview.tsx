import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PointsColumnName } from '#contract/surveys/points-columns.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import { failureMessage } from '~/api/api-error.ts'
import { percent } from '~/components/jobs/report/format.ts'
import { PointsFindings } from '~/components/surveys/points-findings.tsx'
import { RemedyList } from '~/components/surveys/remedy-list.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { Card } from '~/components/ui/card.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import { count, figure } from '~/lib/figures.ts'
import { Distribution } from './distribution.tsx'
import { FirstRows } from './first-rows.tsx'
import { PreviewMap } from './preview-map.tsx'
import { type Inspection, nonEmpty, useInspection } from './use-inspection.ts'

const nothing: readonly number[] = []

/** What the chosen file holds, before anything is stored: rows, places, counts, and findings with their remedies. */
export function SurveyPreview({
  file,
  fields,
  remedies,
  hasVerdict,
  onInspected,
  onRemedies,
}: {
  file: File
  /** The country, how the file is read, and the columns that are not as guessed. */
  fields: Readonly<Record<string, string>>
  remedies: readonly Remedy[]
  /** A check of the whole form lists the findings. */
  hasVerdict: boolean
  onInspected: (inspection: Inspection) => void
  onRemedies: (remedies: Remedy[]) => void
}) {
  const { data, error, isFetching } = useInspection(file, fields, remedies)
  const [marked, setMarked] = useState(nothing)
  const map = useRef<HTMLDivElement>(null)
  const inspected = useEffectEvent(onInspected)
  useEffect(() => {
    if (data) inspected(data)
  }, [data])
  const show = (rows: readonly number[]) => {
    setMarked(rows)
    map.current?.scrollIntoView({ block: 'center' })
    map.current?.focus({ preventScroll: true })
  }
  if (error) return <Alert tone="error">{failureMessage(error)}</Alert>
  if (!data) return <SkeletonLines lines={6} label="Inspecting the file" />
  const columns: Partial<Record<PointsColumnName, string>> = { ...data.guess, ...nonEmpty(fields) }
  const counts = data.points.flatMap(({ numerator, denominator }) =>
    numerator !== null && denominator ? [{ numerator, denominator }] : [],
  )
  return (
    <Card title="Preview">
      <p className="text-muted" aria-live="polite" aria-busy={isFetching}>
        {isFetching ? 'Inspecting again …' : `${count(data.clusters)} clusters. Nothing is stored yet.`}
      </p>
      <FirstRows inspection={data} columns={columns} />
      {data.points.length > 0 && (
        <div ref={map} tabIndex={-1} className="outline-none">
          <PreviewMap points={data.points} clusters={data.clusters} marked={marked} />
        </div>
      )}
      {counts.length > 0 && (
        <div className="grid gap-4 min-[560px]:grid-cols-2">
          <Distribution
            title="Denominators"
            values={counts.map(({ denominator }) => denominator)}
            show={figure}
          />
          <Distribution
            title="Shares of the clusters"
            values={counts.map(({ numerator, denominator }) => numerator / denominator)}
            show={percent}
          />
        </div>
      )}
      {!hasVerdict && (
        <>
          {data.remedies.length > 0 && (
            <RemedyList
              remedies={data.remedies}
              disabled={isFetching}
              onUndo={(remedy) => onRemedies(remedies.filter((one) => one !== remedy))}
            />
          )}
          {data.findings.length > 0 && (
            <PointsFindings
              findings={data.findings}
              disabled={isFetching}
              onRemedy={(remedy) => onRemedies([...remedies, remedy])}
              onShow={show}
            />
          )}
        </>
      )}
    </Card>
  )
}
