import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Upload } from '#contract/rasters/uploads.ts'
import { fileSize } from '#common/file-size.ts'
import { failureMessage } from '~/api/api-error.ts'
import { calendarDate } from '~/components/data-table/filters/calendar-date.ts'
import { LoadFailed } from '~/components/form/load-failed.tsx'
import { Button } from '~/components/ui/button.tsx'
import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { CirclePlay } from 'lucide-react'
import { ProgressBar } from '~/components/ui/progress.tsx'
import { discardUpload, uploadsQuery } from '~/server/uploads.functions.ts'
import { refetchUploads } from './use-held-uploads.ts'
import { RASTER_ENDINGS } from '~/components/rasters/raster-file.ts'

/** Uploads of earlier visits, in any browser: each continues with the same file. */
export function UnfinishedUploads({
  hidden,
  onResume,
}: {
  /** Those that are shown among the chosen files. */
  hidden: readonly string[]
  onResume: (upload: Upload, file: File | null) => void
}) {
  const client = useQueryClient()
  const query = useQuery(uploadsQuery())
  const [discarding, setDiscarding] = useState<Upload>()
  const discard = useMutation({
    mutationFn: ({ id }: Upload) => discardUpload({ data: { id } }),
    onSuccess: async () => {
      await refetchUploads(client)
      setDiscarding(undefined)
    },
  })
  if (query.error) return <LoadFailed what="Unfinished uploads" query={query} />
  const uploads = query.data?.content.filter(({ id }) => !hidden.includes(id)) ?? []
  if (uploads.length === 0) return null
  return (
    <section aria-label="Unfinished uploads" className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">Unfinished uploads</h2>
      <ul className="divide-y rounded border">
        {uploads.map((upload) => (
          <UnfinishedUpload
            key={upload.id}
            upload={upload}
            onResume={(file) => onResume(upload, file)}
            onDiscard={() => setDiscarding(upload)}
          />
        ))}
      </ul>
      {discarding && (
        <ConfirmDialog
          title={`Discard ${discarding.name}?`}
          description={
            discard.error
              ? failureMessage(discard.error)
              : `${fileSize(discarding.offset)} have been uploaded. They will be removed and must be uploaded again.`
          }
          action="Discard the upload"
          busy={discard.isPending}
          onConfirm={() => discard.mutate(discarding)}
          onClose={() => {
            discard.reset()
            setDiscarding(undefined)
          }}
        />
      )}
    </section>
  )
}

function UnfinishedUpload({
  upload,
  onResume,
  onDiscard,
}: {
  upload: Upload
  onResume: (file: File | null) => void
  onDiscard: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const { name, size, offset, complete, expires_at } = upload
  return (
    <li aria-label={name} className="flex flex-col gap-2 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-40 font-medium break-all">{name}</span>
        <span className="tabular text-xs text-muted">{fileSize(size)}</span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={`The file ${name}`}
          accept={RASTER_ENDINGS.join(',')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) onResume(file)
            currentTarget.value = ''
          }}
        />
        <Button
          variant="quiet"
          size="small"
          aria-label={`Continue ${name}`}
          onClick={() => (complete ? onResume(null) : input.current?.click())}
        >
          <CirclePlay aria-hidden="true" />
          Continue
        </Button>
        <Button variant="quiet" size="small" aria-label={`Discard ${name}`} onClick={onDiscard}>
          Discard
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <ProgressBar value={offset / size} label={`Upload progress of ${name}`} className="max-w-60" />
        <span>
          {complete
            ? 'Fully uploaded, but not catalogued yet.'
            : `${fileSize(offset)} uploaded. Choose the same file to continue.`}
        </span>
        <span>Kept until {calendarDate(expires_at.slice(0, 10))}.</span>
      </div>
    </li>
  )
}
