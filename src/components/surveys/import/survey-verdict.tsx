import { useEffect, useRef } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import type { importSurvey } from '#contract/surveys/surveys.ts'
import { PointsFindings } from '~/components/surveys/points-findings.tsx'
import { RemedyList } from '~/components/surveys/remedy-list.tsx'
import { Alert } from '~/components/ui/alert.tsx'
import { count } from '~/lib/figures.ts'

/** A points file's validation result; nothing was stored. */
export function SurveyVerdict({
  verdict: { clusters, findings, remedies },
  onRemedy,
  onUndo,
}: {
  verdict: Answer<typeof importSurvey>
  /** Checks the file again with the remedy of a finding. */
  onRemedy: (remedy: Remedy) => void
  /** Checks it again without this one. */
  onUndo: (remedy: Remedy) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {errors > 0 ? (
        <Alert tone="error" title="This survey cannot be imported yet">
          Nothing was stored. Apply the remedies below, or fix the errors in the file and choose it again.
        </Alert>
      ) : (
        <Alert tone={findings.length > 0 ? 'warning' : 'success'} title="This survey can be imported">
          {count(clusters)} clusters were checked. Nothing is stored yet.
        </Alert>
      )}
      {remedies.length > 0 && <RemedyList remedies={remedies} onUndo={onUndo} />}
      {findings.length > 0 && <PointsFindings findings={findings} onRemedy={onRemedy} />}
    </div>
  )
}
