import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Me } from '#contract/accounts/accounts.ts'
import { credentialsRejected } from '~/api/api-error.ts'
import { meQuery } from '~/server/accounts.functions.ts'

/**
 * The logged-in person's profile. A rejected token leads to the logout; any other failure is logged and retried: in
 * the browser until it succeeds, on the server not at all: there the page reports it.
 */
export async function loadProfile(
  queryClient: QueryClient,
  { retryMs, signal, next }: { retryMs: number; signal: AbortSignal; next?: string },
): Promise<Me> {
  for (;;) {
    try {
      return await queryClient.ensureQueryData(meQuery)
    } catch (error) {
      if (credentialsRejected(error)) throw redirect({ to: '/logout', search: { next } })
      // The caller has disconnected: that is not a failure.
      if (signal.aborted) throw error
      // oxlint-disable-next-line no-console -- the specification requires this failure to be logged
      console.warn(`The profile could not be loaded (${String(error)}); next try in ${retryMs} ms.`)
      if (typeof window === 'undefined') throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
      if (signal.aborted) throw error
    }
  }
}
