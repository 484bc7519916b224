import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { failureMessage } from '~/api/api-error.ts'
import { refetchRasters } from '~/components/rasters/raster-file.ts'
import { refetchUploads } from '~/components/rasters/uploads/use-held-uploads.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button } from '~/components/ui/button.tsx'
import { ErrorState } from '~/components/form/error-state.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { bandUploadQuery, deleteBandUpload } from '~/server/bands.functions.ts'
import type { BulkAnswer } from './sheet-template.ts'

/** The upload that a worker continues: its progress, then its result. */
export function BulkFollow({
  id,
  onCancelled,
  children,
}: {
  id: number
  onCancelled: () => void
  children: (result: BulkAnswer) => ReactNode
}) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(bandUploadQuery(id))
  const cancel = useMutation({
    mutationFn: () => deleteBandUpload({ data: { id } }),
    onSuccess: onCancelled,
  })
  const isReady = data?.status === 'ready'
  const isRejected = data?.status === 'rejected'
  useEffect(() => {
    if (isReady) void refetchRasters(client)
    // What was sent for a rejected sheet is kept.
    if (isRejected) void refetchUploads(client)
  }, [client, isReady, isRejected])
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <ProgressBar label="Loading the upload" className="max-w-80" />
    )
  const { result, fraction } = data
  if (result) return children(result)
  if (data.error !== null)
    return (
      <Alert tone="error" title={data.error}>
        Nothing was added to the catalog.
      </Alert>
    )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <ProgressBar value={fraction ?? undefined} label="Inspection" className="max-w-80" />
        {fraction === null ? (
          'Waiting for a worker'
        ) : (
          <span className="tabular">Inspecting the rasters: {Math.floor(fraction * 100)} %</span>
        )}
        <Button variant="quiet" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </div>
      <p className="text-xs text-muted">You can leave this page. Its address shows the result later.</p>
      {cancel.isError && <Alert tone="error">{failureMessage(cancel.error)}</Alert>}
    </div>
  )
}
