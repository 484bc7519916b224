import { ProgressBar } from '~/components/ui/progress.tsx'

/** A file being uploaded, then the wait for the service's answer. */
export function UploadProgress({ sent, checking }: { sent: number | null; checking: string }) {
  if (sent === null) return null
  const done = sent >= 1
  const words = done ? checking : `Uploading, ${Math.floor(sent * 100)} %`
  return (
    <div className="flex flex-col gap-1">
      <output className="text-xs text-muted">{words}</output>
      <ProgressBar value={done ? undefined : sent} label={words} />
    </div>
  )
}
