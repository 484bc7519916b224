import {
  type DehydratedState,
  type QueryClient,
  QueryClientProvider,
  dehydrate,
  hydrate,
} from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { packRows, unpackRows } from '~/lib/pack-rows.ts'

type Shared = DehydratedState['queries'][number]

/** What most queries have; a page says only what differs. */
const USUAL: Partial<Shared['state']> = {
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success',
  fetchStatus: 'idle',
}
const isUsual = ([name, value]: [string, unknown]) =>
  name in USUAL && USUAL[name as keyof typeof USUAL] === value
const withoutUsual = (query: Shared) => ({
  ...query,
  state: Object.fromEntries(Object.entries(query.state).filter((entry) => !isUsual(entry))),
})
const withUsual = (query: Shared): Shared => ({ ...query, state: { ...USUAL, ...query.state } })

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
    const { queries } = dehydrate(queryClient, {
      shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
      shouldRedactErrors: () => false,
      serializeData: packRows,
    })
    return { queries: queries.map(withoutUsual) }
  }
  router.options.hydrate = ({ queries }: { queries: Shared[] }) => {
    const state: DehydratedState = { mutations: [], queries: queries.map(withUsual) }
    hydrate(queryClient, state, { defaultOptions: { deserializeData: unpackRows } })
  }
  router.serverSsrLifecycle = {
    onServerSsrAttach: [(serverSsr) => serverSsr.onCleanup(() => queryClient.clear())],
  }
}
