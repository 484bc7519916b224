import { Button } from '~/components/ui/button.tsx'
import { ProgressBar } from '~/components/ui/progress.tsx'

/** Progress of an upload, then of the service's work; both can be cancelled. */
export function Sending({
  what,
  after,
  fraction,
  onCancel,
}: {
  what: string
  after: string
  fraction: number
  onCancel: () => void
}) {
  const arrived = fraction >= 1
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border p-3">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <output aria-live="polite" className="text-sm">
          {arrived ? after : `${what}: ${Math.floor(fraction * 100)} %`}
        </output>
        <ProgressBar value={arrived ? undefined : fraction} label={what} />
      </div>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
