import {
  type DehydratedState,
  type QueryClient,
  QueryClientProvider,
  dehydrate,
  hydrate,
} from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/**
 * Gives the browser what the server has loaded, failures included. A query that is still loading is given up on the
 * server: if it ended while the page is rendered, the page would show what the browser does not have.
 */
export function shareQueries(router: AnyRouter, queryClient: QueryClient): void {
  router.options.Wrap = ({ children }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  router.options.dehydrate = async () => {
    await queryClient.cancelQueries()
    const queries = dehydrate(queryClient, {
      shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
      shouldRedactErrors: () => false,
    })
    return { queries }
  }
  router.options.hydrate = (page: { queries: DehydratedState }) => hydrate(queryClient, page.queries)
  router.serverSsrLifecycle = {
    onServerSsrAttach: [(serverSsr) => serverSsr.onCleanup(() => queryClient.clear())],
  }
}
