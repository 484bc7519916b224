import { Radio, RefreshCw } from 'lucide-react'
import type { Liveness } from './live-jobs.ts'

/** Says how current a list is. */
export function LiveNote({ liveness }: { liveness: Liveness }) {
  if (liveness === 'connecting') return null
  const live = liveness === 'live'
  const Icon = live ? Radio : RefreshCw
  return (
    <p className="flex items-center gap-1 text-muted">
      <Icon aria-hidden="true" className={live ? 'size-4 text-success' : 'size-4'} />
      {live ? 'Live' : 'Refreshed every 3 seconds'}
    </p>
  )
}
