import { type AnyRouter, createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createAppRouter } from '~/app-router.tsx'
import { shareAddresses } from '~/share-addresses.ts'

const at = (address: string): AnyRouter =>
  createAppRouter({ history: createMemoryHistory({ initialEntries: [address] }) })
const sharing = (address: string) => {
  const router = at(address)
  shareAddresses(router)
  return router
}
const HERE = '/modeling/product-catalog?status=failed&page=2'

test('the address of a screen is the same on every page, and the one that the router builds', () => {
  const [here, elsewhere, plain] = [sharing(HERE), sharing('/tags'), at('/')]
  const screens = Object.keys(plain.routesByPath).filter((path) => !path.includes('$'))
  expect(screens.length).toBeGreaterThan(20)
  for (const to of screens) {
    const address = here.buildLocation({ to })
    expect(address).toEqual(plain.buildLocation({ to }))
    expect(elsewhere.buildLocation({ to })).toBe(address)
  }
})

test.each<[string, object]>([
  ['search', { to: '/modeling/product-catalog', search: { status: ['running'] } }],
  ['the current search', { to: '/modeling/product-catalog', search: true }],
  ['a part of the page', { to: '/modeling', hash: 'flags' }],
  ['a parameter', { to: '/projects/$id', params: { id: '7' } }],
  ['the current screen', { to: '.', search: (now: object) => ({ ...now, page: 3 }) }],
  ['no screen', { to: '/nothing/here' }],
])('an address that depends on more than the screen is built for each page: %s', (_on, link) => {
  sharing('/').buildLocation(link)
  expect(sharing(HERE).buildLocation(link)).toEqual(at(HERE).buildLocation(link))
})
