import { getRequestHeader, getRequestIP } from '@tanstack/react-start/server'

/**
 * Who really asks, for the service's limits and its list of sessions. What the browser itself says in
 * X-Forwarded-For is not passed on; the service believes ours only when TRUST_PROXY says so.
 */
export function peerHeaders(): Record<string, string> {
  const address = getRequestIP()
  const userAgent = getRequestHeader('user-agent')
  return {
    ...(address && { 'x-forwarded-for': address.replace(/^::ffff:/, '') }),
    ...(userAgent && { 'user-agent': userAgent }),
  }
}
