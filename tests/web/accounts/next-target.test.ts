import { expect, test } from 'vitest'
import { createAppRouter } from '~/app-router.tsx'
import { nextOf, nextTarget } from '~/components/shell/next-target.ts'

const router = createAppRouter()

test.each([
  ['Home', '/'],
  ['/', '/'],
  ['Submission', '/modeling/submission'],
  ['ProductCatalog', '/modeling/product-catalog'],
  [
    '/modeling/product-catalog?status=failed&iso3_code=NGA',
    '/modeling/product-catalog?status=failed&iso3_code=NGA',
  ],
  ['/spatial-catalog/report/nga-water-1', '/spatial-catalog/report/nga-water-1'],
  ['/?status=running&status=pending', '/?status=running&status=pending'],
])('accepts %s', (next, target) => {
  expect(nextTarget(router, next)).toBe(target)
})

test.each([
  'https://evil',
  '//evil',
  '/\\evil',
  '/%5C/evil',
  '\\/\\/evil',
  '/..%2F..%2Fevil',
  '/../../evil',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil',
  'evil.com?.host',
  '%0d%0aLocation:',
  '/%0d%0aLocation: x',
  '/\r\nLocation: x',
  '/\t/evil',
  '__proto__',
  'constructor',
  'toString',
  'LogIn',
  'LogOut',
  'PlaceGroupCatalog',
  'SpatialCatalogReport',
  '/login',
  '/logout',
  '/modeling/place-groups',
  '/api/v1/users/me',
  '/no/such/page',
  `/${'a'.repeat(5000)}`,
  '',
  ['Home'],
  ['//evil', '/'],
  { toString: () => '//evil' },
  5,
  null,
  undefined,
])('%j opens Home', (next) => {
  expect(nextTarget(router, next)).toBe('/')
})

test('the login carries the route’s name if it is enough, otherwise the address', () => {
  const at = (pathname: string, searchStr = '') => ({ pathname, searchStr, href: pathname + searchStr })
  const leaf = { routeId: '/_authed/modeling/submission', staticData: { name: 'Submission' } }
  expect(nextOf(at('/modeling/submission'), leaf)).toBe('Submission')
  expect(nextOf(at('/modeling/submission', '?id=3'), leaf)).toBe('/modeling/submission?id=3')
  const report = {
    routeId: '/_authed/spatial-catalog/report/$jobKey',
    staticData: { name: 'SpatialCatalogReport' },
  }
  expect(nextOf(at('/spatial-catalog/report/a-1'), report)).toBe('/spatial-catalog/report/a-1')
})
