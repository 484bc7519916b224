import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/**
 * IANA's special-purpose ranges: a service must not contact addresses that are not publicly reachable on behalf of a
 * person.
 */
const RESERVED = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  RESERVED.addSubnet(network, prefix, 'ipv4')
/** For IPv6, only global unicast is allowed, without ranges that embed IPv4 or are for documentation. */
const GLOBAL6 = new BlockList()
GLOBAL6.addSubnet('2000::', 3, 'ipv6')
const RESERVED6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  RESERVED6.addSubnet(network, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return GLOBAL6.check(address, 'ipv6') && !RESERVED6.check(address, 'ipv6')
  return !RESERVED.check(address, 'ipv4')
}

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A socket lookup that returns only public addresses. The socket connects to exactly the checked address, so a name
 * that resolves differently the second time gains nothing; one private address rejects the name.
 */
export const publicLookup =
  (resolve: Resolve = systemLookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const hidden = addresses.find(({ address }) => !isPublicAddress(address))
      if (hidden || addresses.length === 0)
        return done(new PrivateAddress(`${host} resolves to an address that is not public.`), '', 0)
      if (options.all) return done(null, addresses)
      done(null, addresses[0].address, addresses[0].family)
    })
  }
