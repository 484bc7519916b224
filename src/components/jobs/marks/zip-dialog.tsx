import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Job } from '#contract/jobs/job-shapes.ts'
import { fileSize } from '#common/file-size.ts'
import { failureMessage } from '~/api/api-error.ts'
import { showSuccess } from '~/components/shell/snackbar/snackbar-outcomes.ts'
import { Alert } from '~/components/ui/alert.tsx'
import { Button, buttonClass } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/fields/checkbox.tsx'
import { Dialog } from '~/components/ui/overlays/dialog.tsx'
import { Download, Mail } from 'lucide-react'
import { exactTime } from '~/lib/time/exact-time.ts'
import { prepareZip } from '~/server/interpolation.functions.ts'
import { formatJobs, namedJobs } from '~/components/jobs/format-jobs.ts'
import { openAddress } from '~/components/jobs/list/open-address.ts'

const LEAVE_OUT = [
  { end: '.tif', label: 'Surfaces', about: 'GeoTIFFs, the largest of the files' },
  { end: '.csv', label: 'Tables', about: 'admin units and clusters as CSV' },
  { end: '.json', label: 'Diagnostics and provenance', about: 'as JSON' },
] as const

/** The contents, then size, files and the link, which is also sent by email. */
export function ZipDialog({
  jobs,
  email,
  onClose,
}: {
  jobs: readonly Job[]
  email: string
  onClose: () => void
}) {
  const id = useId()
  const [left, setLeft] = useState<readonly string[]>([])
  const prepare = useMutation({
    mutationFn: () =>
      prepareZip({
        data: { job_ids: jobs.map((job) => job.id), user_email: { email }, excludedFiles: [...left] },
      }),
    onSuccess: (answer) => {
      showSuccess(answer)
      openAddress(answer.url)
    },
  })
  const { data } = prepare
  const nothing = left.length === LEAVE_OUT.length
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Download ${namedJobs(jobs)} as zip`}
      description="One folder per job, with the checksums of all files. Parquet files are never in a zip; each report has its own."
      footer={
        data ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              Done
            </Button>
            <a href={data.url} className={buttonClass()}>
              <Download aria-hidden="true" />
              Download again
            </a>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button busy={prepare.isPending} disabled={nothing} onClick={() => prepare.mutate()}>
              Prepare zip of {formatJobs(jobs.length)}
            </Button>
          </>
        )
      }
    >
      {data ? (
        <div className="flex flex-col gap-2">
          <p className="text-base font-medium tabular">
            {data.files.toLocaleString('en')} files, {fileSize(data.size)}
          </p>
          <p>The download has started. The link works until {exactTime(data.expires_at)}.</p>
          <p className="flex items-center gap-2 text-muted">
            <Mail aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0 break-words">An email with the link is on its way to {email}.</span>
          </p>
        </div>
      ) : (
        <fieldset className="flex flex-col gap-1" disabled={prepare.isPending}>
          <legend className="mb-1 text-sm font-medium">Contents</legend>
          {LEAVE_OUT.map(({ end, label, about }) => (
            <div key={end} className="flex min-h-8 items-center gap-2">
              <Checkbox
                id={`${id}${end}`}
                checked={!left.includes(end)}
                onCheckedChange={(on) =>
                  setLeft((previous) =>
                    on === true ? previous.filter((one) => one !== end) : [...previous, end],
                  )
                }
              />
              <label htmlFor={`${id}${end}`}>
                {label} <span className="text-muted">{about}</span>
              </label>
            </div>
          ))}
          {nothing && <p className="text-error">Choose at least one type of file.</p>}
        </fieldset>
      )}
      {prepare.isError && <Alert tone="error">{failureMessage(prepare.error)}</Alert>}
    </Dialog>
  )
}
