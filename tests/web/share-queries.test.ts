import { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { shareQueries } from '~/share-queries.tsx'

const routerWith = (client: QueryClient) => {
  const router = { options: {} } as AnyRouter
  shareQueries(router, client)
  return router
}

test('the browser starts with what the server rendered: rows, failures, and nothing that was still loading', async () => {
  const onServer = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const server = routerWith(onServer)
  await onServer.prefetchQuery({ queryKey: ['rows'], queryFn: () => ({ content: [{ id: 1 }, { id: 2 }] }) })
  await onServer.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('limited')) })
  const answer = Promise.withResolvers<string>()
  const late = onServer.prefetchQuery({ queryKey: ['late'], queryFn: () => answer.promise })

  const page = (await server.options.dehydrate!()) as object
  answer.resolve('too late')
  await late
  expect(onServer.getQueryState(['late'])).toMatchObject({ status: 'pending', fetchStatus: 'idle' })

  const inBrowser = new QueryClient()
  await routerWith(inBrowser).options.hydrate!(JSON.parse(JSON.stringify(page)))
  expect(inBrowser.getQueryData(['rows'])).toEqual({ content: [{ id: 1 }, { id: 2 }] })
  expect(inBrowser.getQueryState(['failed'])?.status).toBe('error')
  expect(inBrowser.getQueryState(['late'])).toBeUndefined()
  for (const key of [['rows'], ['failed']])
    expect(inBrowser.getQueryState(key)).toEqual(JSON.parse(JSON.stringify(onServer.getQueryState(key))))
})

test('nothing that a page has loaded outlives its request', async () => {
  const client = new QueryClient()
  const cleanUp = vi.fn<(listener: () => void) => void>()
  const [attach] = routerWith(client).serverSsrLifecycle!.onServerSsrAttach!
  attach({ onCleanup: cleanUp } as never)
  await client.prefetchQuery({ queryKey: ['rows'], queryFn: () => ['a row'] })
  cleanUp.mock.calls[0][0]()
  expect(client.getQueryCache().getAll()).toEqual([])
})
