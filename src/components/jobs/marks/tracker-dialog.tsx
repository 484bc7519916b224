import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { type TrackerWorkbook, downloadTrackerWorkbook } from '#contract/layer-tracker.ts'
import { addressOf } from '~/api/address.ts'
import { ApiError, failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { Download } from 'lucide-react'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import {
  addToTracker,
  createTrackerWorkbook,
  previewTracker,
  trackerWorkbooksQuery,
} from '~/server/jobs.functions.ts'
import { formatJobs, namedJobs } from '~/components/jobs/format-jobs.ts'
import { type Place, TrackerPlace, startPlace, targetOf } from './tracker-place.tsx'
import { TrackerPreview } from './tracker-preview.tsx'

/** Adds jobs to a workbook's sheet: choose it, preview the changes, add. */
export function TrackerDialog({ jobs, onClose }: { jobs: readonly Job[]; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(trackerWorkbooksQuery)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Add ${namedJobs(jobs)} to a layer tracker`}
      description="One row per job. The row of a job that is already there is updated."
    >
      {data ? (
        <TrackerForm jobs={jobs} workbooks={data.content} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonLines lines={4} label="Loading the workbooks" />
      )}
    </Dialog>
  )
}

/** The service would create the workbook, but only if that is what the person wants. */
const canCreate = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ field }) => field === 'create')

function TrackerForm({
  jobs,
  workbooks,
  onClose,
}: {
  jobs: readonly Job[]
  workbooks: readonly TrackerWorkbook[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const [place, setPlace] = useState<Place>(() => startPlace(workbooks))
  const target = targetOf(place)
  const job_ids = jobs.map(({ id }) => id)
  const sheetId = target?.sheet_id ?? null
  const preview = useQuery({
    queryKey: ['layer-tracker', 'preview', target, job_ids],
    queryFn: ({ signal }) =>
      previewTracker({
        data: { sheet_name: '', ...target, sheet_id: sheetId ?? '', job_ids },
        signal,
      }),
    enabled: sheetId !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const add = useMutation({
    mutationFn: async () => {
      if (!target) throw new Error('no place chosen')
      const { sheet_name, create } = target
      const workbook =
        target.sheet_id === null
          ? await createTrackerWorkbook({ data: { title: place.title.trim(), sheet_name } })
          : undefined
      const sheet_id = target.sheet_id ?? workbook?.sheet_id ?? ''
      // If adding fails, a retry must not create another workbook.
      if (workbook) setPlace({ ...place, workbook: sheet_id, sheet: sheet_name })
      return { ...(await addToTracker({ data: { sheet_id, sheet_name, job_ids, create } })), sheet_id }
    },
    onSuccess: showSuccess,
    onSettled: () => client.invalidateQueries({ queryKey: ['layer-tracker'] }),
  })
  const outcome = add.data
  const isListed =
    outcome &&
    (workbooks.some(({ sheet_id }) => sheet_id === outcome.sheet_id) || place.workbook === outcome.sheet_id)
  return (
    <>
      {!outcome && (
        <TrackerPlace place={place} workbooks={workbooks} disabled={add.isPending} onChange={setPlace} />
      )}
      {outcome ? (
        <Alert tone="success">{outcome.msg}</Alert>
      ) : sheetId === null ? (
        target && (
          <p className="text-muted">
            {jobs.length === 1
              ? 'The job will be a new row.'
              : `All ${formatJobs(jobs.length)} will be new rows.`}
          </p>
        )
      ) : preview.error ? (
        canCreate(preview.error) ? (
          <Alert title="There is no workbook with this id.">
            <Button variant="secondary" className="mt-2" onClick={() => setPlace({ ...place, create: true })}>
              Create it
            </Button>
          </Alert>
        ) : (
          <Alert tone="error">{failureMessage(preview.error)}</Alert>
        )
      ) : preview.data ? (
        <TrackerPreview changes={preview.data.content} jobs={jobs} />
      ) : (
        <SkeletonLines lines={2} label="Comparing with the sheet" />
      )}
      {add.isError && <Alert tone="error">{failureMessage(add.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {outcome ? 'Done' : 'Close'}
        </Button>
        {outcome ? (
          isListed && (
            <a
              href={addressOf(downloadTrackerWorkbook, { params: { sheet_id: outcome.sheet_id } })}
              download
              className={buttonClass()}
            >
              <Download aria-hidden="true" />
              Download workbook
            </a>
          )
        ) : (
          <Button
            busy={add.isPending}
            disabled={!target || (sheetId !== null && !preview.data)}
            onClick={() => add.mutate()}
          >
            Add {formatJobs(jobs.length)}
          </Button>
        )}
      </div>
    </>
  )
}
