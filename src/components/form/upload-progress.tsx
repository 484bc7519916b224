import { ProgressBar } from '~/components/ui/progress.tsx'

/** A file being uploaded, then the wait for the service's answer. */
export function UploadProgress({
  sent,
  checking,
  checked = null,
}: {
  sent: number | null
  checking: string
  /** How much of it the service has checked; null: not known. */
  checked?: number | null
}) {
  if (sent === null) return null
  const done = sent >= 1
  const words = done
    ? checking + (checked === null ? '' : `, ${Math.floor(checked * 100)} %`)
    : `Uploading, ${Math.floor(sent * 100)} %`
  return (
    <div className="flex flex-col gap-1">
      <output className="text-xs text-muted">{words}</output>
      <ProgressBar value={done ? (checked ?? undefined) : sent} label={words} />
    </div>
  )
}
