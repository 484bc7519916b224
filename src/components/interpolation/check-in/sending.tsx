import type { ReactNode } from 'react'
import { ProgressBar } from '~/components/ui/progress.tsx'

/** Progress of an upload or of the service's work, with what can be done about it. */
export function Sending({
  label,
  says,
  fraction,
  children,
}: {
  label: string
  says: string
  /** None: for how long is not known. */
  fraction?: number
  /** Buttons. */
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border p-3">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <output aria-live="polite" className="text-sm break-words">
          {says}
        </output>
        <ProgressBar value={fraction} label={label} />
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
