import { useSyncExternalStore } from 'react'
import { cn } from '~/lib/class-names.ts'

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Shown beside an error message while the browser knows that it is offline. */
export function OfflineHint({ className }: { className?: string }) {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  if (online) return null
  return (
    <p className={cn('text-sm text-muted', className)}>You are offline. Try again once you are connected.</p>
  )
}
