import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/**
 * Removes what is kept of a deleted record, once its page has been left: nothing asks for it again, and Back says that
 * it is gone. `feature` and `id`: the first and the third part of its query keys.
 */
export function useRemoveFromCache() {
  const client = useQueryClient()
  const router = useRouter()
  return (feature: string, id: number) => {
    client.removeQueries({ queryKey: [feature], predicate: ({ queryKey }) => queryKey[2] === id })
    // A page that the router keeps would be shown before its loader finds out.
    router.clearCache()
  }
}
