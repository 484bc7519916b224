import { ConfirmDialog } from '~/components/ui/overlays/confirm-dialog.tsx'
import { formatJobs } from '~/components/jobs/format-jobs.ts'

export function CancelDialog({
  count,
  name = formatJobs(count),
  busy,
  onConfirm,
  onClose,
}: {
  count: number
  /** What the jobs are called in the title. */
  name?: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={`Cancel ${name}`}
      description={
        count === 1
          ? 'What it has computed so far will be lost. Its submission can be run again.'
          : 'What they have computed so far will be lost. Their submissions can be run again.'
      }
      keep={count === 1 ? 'Let it run' : 'Let them run'}
      action={`Cancel ${formatJobs(count)}`}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
