import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { type RouterHistory, createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import type { ComponentType } from 'react'
import type { LucideIcon } from 'lucide-react'
import { credentialsRejected } from './api/api-error.ts'
import { parseSearch, stringifySearch } from './api/search-codec.ts'
import { nextHere } from './components/shell/next-target.ts'
import { NotFound } from './components/shell/failures/not-found.tsx'
import { Preloader } from './components/shell/preloader.tsx'
import { RouteFailure } from './components/shell/failures/route-failure.tsx'
import { report } from './error-reporting.ts'
import type { RouterContext } from './router-context.ts'
import { routeTree } from './routeTree.gen'

const PROFILE_RETRY_MS = 2000

/** Pure: does not use the server's request, so that tests can build the real router on memory history. */
export function createAppRouter({ nonce, history }: { nonce?: string; history?: RouterHistory } = {}) {
  const onError = (error: unknown) => {
    if (!credentialsRejected(error) || typeof window === 'undefined') return
    if (router.state.location.pathname === '/logout') return
    void router.navigate({ to: '/logout', search: { next: nextHere(router) } })
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Offline, a call fails with a message; the library's default would let it wait silently.
      queries: {
        retry: false,
        staleTime: 5_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
  const router = createRouter({
    routeTree,
    context: { queryClient, profileRetryMs: PROFILE_RETRY_MS } satisfies RouterContext,
    scrollRestoration: true,
    // Search parameters that no route declares are dropped.
    search: { strict: true },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Preloader,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteFailure,
    defaultOnCatch: (error, info) => report(error, info.componentStack ?? undefined),
    ...(history && { history }),
    ...(nonce && { ssr: { nonce } }),
  })
  // A query that ended while the page is rendered would show what the browser does not have.
  router.options.dehydrate = () => queryClient.cancelQueries()
  setupRouterSsrQueryIntegration({
    router,
    queryClient,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ state }) => state.status !== 'pending',
      shouldRedactErrors: () => false,
    },
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  /** Each screen's static data. */
  interface StaticDataRouteOption {
    /** The specification's route name, e.g. `ProductCatalog`. */
    name?: string
    title?: string
    icon?: LucideIcon
    breadcrumbs?: Breadcrumbs
    /** Such a route redirects to Home. */
    underConstruction?: boolean
    /** The table's list, e.g. `listJobs`: the screen opens with the person's default view of it. */
    list?: string
  }
}

/** Text, or a parameter of the address and the component that turns it into text. */
type Crumb = string | { text: string; Words: ComponentType<{ text: string }> }
type Breadcrumbs =
  | readonly Crumb[]
  | ((route: { params: Record<string, string | undefined> }) => readonly Crumb[])
