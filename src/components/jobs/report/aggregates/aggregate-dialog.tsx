import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Aggregate, type AggregateRequest, downloadAggregate } from '#contract/jobs/aggregates.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import { addressOf } from '~/api/address.ts'
import { failureMessage } from '~/api/api-error.ts'
import { jobTitle } from '~/components/jobs/report/format.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { aggregateQuery, isBeingComputed, requestAggregate } from '~/server/aggregates.functions.ts'
import { type AggregateChoice, type AggregateProblems, START_CHOICE, requestOf } from './aggregate-choice.ts'
import { AggregateForm } from './aggregate-form.tsx'
import { AggregateResult } from './aggregate-result.tsx'
import type { Areas } from './areas-of-file.ts'

const fileOf = ({ id, job_id }: Aggregate) =>
  addressOf(downloadAggregate, { params: { id: job_id, aggregate: id } })

/** Asks a layer's posterior for figures of other units, or of an area that was drawn, and shows them. */
export function AggregateDialog({
  report,
  area = null,
  onClose,
}: {
  report: JobReport
  area?: Areas | null
  onClose: () => void
}) {
  const [choice, setChoice] = useState<AggregateChoice>(START_CHOICE)
  const [problems, setProblems] = useState<AggregateProblems>({})
  const request = useMutation({
    mutationFn: (body: AggregateRequest) => requestAggregate({ data: { id: report.id, ...body } }),
  })
  const { data: figures, error } = useQuery(aggregateQuery(request.data ?? null))
  const isComputing = request.isPending || (figures !== undefined && isBeingComputed(figures) && !error)
  const isReady = figures?.status === 'ready' && figures.units !== null
  const hasPosterior = report.outputs.some(({ type }) => type === 'posterior')
  const ask = () => {
    const next = requestOf(choice, area)
    setProblems('problems' in next ? next.problems : {})
    if ('request' in next) request.mutate(next.request)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      wide={isReady}
      title={area ? 'Figures of a drawn area' : 'Other boundaries'}
      description={`${jobTitle(report)}: figures from the draws that the layer kept, without a new fit.`}
      footer={
        isReady ? (
          <>
            <Button variant="secondary" onClick={() => request.reset()}>
              Other figures
            </Button>
            <a href={fileOf(figures)} download className={buttonClass()}>
              <Download aria-hidden="true" />
              Download CSV
            </a>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {isComputing || !hasPosterior ? 'Close' : 'Cancel'}
            </Button>
            {hasPosterior && (
              <Button busy={isComputing} onClick={ask}>
                {figures?.status === 'failed' || request.isError ? 'Try again' : 'Compute figures'}
              </Button>
            )}
          </>
        )
      }
    >
      {!hasPosterior ? (
        <Alert tone="info">
          This layer kept no draws when it was computed. Run it again to ask for other figures.
        </Alert>
      ) : isReady ? (
        <AggregateResult
          units={figures.units ?? []}
          threshold={figures.exceedance_threshold}
          draws={report.draws}
        />
      ) : (
        <AggregateForm
          job={report.id}
          iso3={report.iso3_code}
          choice={choice}
          problems={problems}
          disabled={isComputing}
          hasArea={area !== null}
          onChange={setChoice}
        />
      )}
      {isComputing && (
        <div className="flex flex-col gap-1">
          <output className="text-muted">
            {figures?.status === 'writing' ? 'Computing the figures' : 'Waiting for a worker'}
          </output>
          <ProgressBar label="Computing the figures" value={figures?.fraction ?? undefined} />
        </div>
      )}
      {figures?.status === 'failed' && (
        <Alert tone="error" title="The figures could not be computed">
          {figures.reason}
        </Alert>
      )}
      {(request.error ?? error) && <Alert tone="error">{failureMessage(request.error ?? error)}</Alert>}
    </Dialog>
  )
}
