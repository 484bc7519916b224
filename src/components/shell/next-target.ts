import { fixedPath, routesByName } from './route-names.ts'

interface FoundRoute {
  id: string
  options: { staticData?: { name?: string; underConstruction?: boolean } }
}
interface Routing {
  getMatchedRoutes: (
    pathname: string,
  ) => readonly [matched: unknown, params: unknown, found: FoundRoute | undefined]
}

const HOME = '/'
const BASE = 'http://internal.invalid'
// oxlint-disable-next-line no-control-regex -- control characters are exactly what must be rejected
const UNSAFE = /[\\\u0000-\u001f\u007f]|%(?:0[0-9a-f]|1[0-9a-f]|7f|5c|2e|2f)/i

/**
 * Where a login leads: the screen of a route name, or an internal path with its query that matches a logged-in
 * screen. Anything else leads Home, so that no link can redirect a person to another site.
 */
export function nextTarget(router: object, next: unknown): string {
  if (typeof next !== 'string' || next.length > 2000) return HOME
  const named = routesByName(router).get(next)
  if (named) return named.to.includes('$') || !isScreen(router, named.to) ? HOME : named.to
  if (!next.startsWith('/') || next.startsWith('//')) return HOME
  const [pathname = ''] = next.split(/[?#]/)
  if (UNSAFE.test(pathname) || /[\\\r\n\t]/.test(next) || !URL.canParse(next, BASE)) return HOME
  const url = new URL(next, BASE)
  if (url.origin !== BASE || !isScreen(router, url.pathname)) return HOME
  return `${url.pathname}${url.search}${url.hash}`
}

function isScreen(router: object, pathname: string): boolean {
  const [, , foundRoute] = (router as Routing).getMatchedRoutes(pathname)
  if (!foundRoute || foundRoute.options.staticData?.underConstruction) return false
  return foundRoute.id.startsWith('/_authed/')
}

/**
 * The parameters of an involuntary logout, so that logging in again leads back. By the address instead of the matches:
 * those still show the previous screen while the next one loads.
 */
export function nextHere(router: object): string | undefined {
  const { location } = (router as { state: { location: Parameters<typeof nextOf>[0] } }).state
  if (!isScreen(router, location.pathname)) return undefined
  const [, , match] = (router as Routing).getMatchedRoutes(location.pathname)
  return nextOf(location, { routeId: match?.id, staticData: match?.options.staticData })
}

/** The parameters of a redirect to the login: the route's name if that is sufficient, else the address. */
export function nextOf(
  location: { href: string; searchStr: string; pathname: string },
  leaf: { routeId?: string; staticData?: { name?: string } } | undefined,
) {
  const name = leaf?.staticData?.name
  const fixed = fixedPath(leaf?.routeId ?? '')
  const optional = leaf?.routeId?.includes('{-$') && !fixed.endsWith(location.pathname)
  const whole = location.searchStr !== '' || fixed.includes('$') || optional
  return name && !whole ? name : `${location.pathname}${location.searchStr}`
}
