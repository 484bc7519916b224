import { ProgressBar } from '~/components/ui/progress.tsx'

/** A file being uploaded, then the wait for the service's answer. */
export function UploadProgress({
  fraction,
  checking,
  checked = null,
}: {
  fraction: number | null
  checking: string
  /** How much of it the service has checked; null: not known. */
  checked?: number | null
}) {
  if (fraction === null) return null
  const isComplete = fraction >= 1
  const words = isComplete
    ? checking + (checked === null ? '' : `, ${Math.floor(checked * 100)} %`)
    : `Uploading, ${Math.floor(fraction * 100)} %`
  return (
    <div className="flex flex-col gap-1">
      <output className="text-xs text-muted">{words}</output>
      <ProgressBar value={isComplete ? (checked ?? undefined) : fraction} label={words} />
    </div>
  )
}
