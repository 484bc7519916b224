import { type QueryKey, notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * What the cache holds under a key, followed as it changes; asks for nothing. `useQuery` does the same and much more, but
 * is code that the first load of a screen would have to carry for its breadcrumbs.
 */
export function useKnown<T>(queryKey: QueryKey): T | undefined {
  const client = useQueryClient()
  const subscribe = useCallback(
    // Queries are added to the cache while other parts are drawn; a batched call waits until that is over.
    (changed: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [client],
  )
  const read = () => client.getQueryData<T>(queryKey)
  return useSyncExternalStore(subscribe, read, read)
}
