import proxyAddr from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'

/**
 * The client's address: the nearest one that is not one of our proxies. `forwarded` is the X-Forwarded-For header; an
 * entry counts only if every proxy after it is trusted, so that a browser's own claims never do.
 */
export function clientAddress(
  remote: string,
  forwarded: string | undefined,
  trusted: readonly string[],
): string {
  const asSeen = { socket: { remoteAddress: remote }, headers: { 'x-forwarded-for': forwarded } }
  return proxyAddr(asSeen as unknown as IncomingMessage, [...trusted]).replace(/^::ffff:/, '')
}
