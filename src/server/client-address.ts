import proxyAddr from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'

/**
 * Whose request it is: the nearest address that is no proxy of ours. `forwarded` is what X-Forwarded-For says; an entry
 * counts only if everybody after it is trusted, so that a browser's own claims never do.
 */
export function clientAddress(
  remote: string,
  forwarded: string | undefined,
  trusted: readonly string[],
): string {
  const asSeen = { socket: { remoteAddress: remote }, headers: { 'x-forwarded-for': forwarded } }
  return proxyAddr(asSeen as unknown as IncomingMessage, [...trusted]).replace(/^::ffff:/, '')
}
