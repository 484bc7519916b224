import type { AnyRouter } from '@tanstack/react-router'

type Options = Readonly<Record<string, unknown>>
type Address = ReturnType<AnyRouter['buildLocation']>

/** What, if a link has it, its address depends on besides the screen. */
const DEPENDS_ON = [
  'from',
  'href',
  'params',
  'search',
  'hash',
  'state',
  'mask',
  'unsafeRelative',
  'leaveParams',
  '_fromLocation',
  '_includeValidateSearch',
] as const

const addresses = new Map<string, Address>()

/** On the server, links to a screen as it opens share their address between pages: each page has twenty of them. */
export function shareAddresses(router: AnyRouter): void {
  const build = router.buildLocation
  router.buildLocation = ((options: Options) => {
    const { to } = options
    // Only screens are remembered, so their number is limited.
    if (typeof to !== 'string' || to.includes('$') || !Object.hasOwn(router.routesByPath, to))
      return build(options)
    if (DEPENDS_ON.some((name) => options[name] !== undefined)) return build(options)
    const address = addresses.get(to) ?? build(options)
    addresses.set(to, address)
    return address
  }) as typeof build
}
