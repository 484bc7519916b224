import { ProgressBar } from '~/components/ui/progress.tsx'

/** A file on its way, and then the wait for what the service says about it. */
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
