import type { QueryClient } from '@tanstack/react-query'

export interface RouterContext {
  queryClient: QueryClient
  /** Set by the root route; here so that tests can shorten it. */
  profileRetryMs: number
}
