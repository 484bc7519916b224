import { getRequestHeader, getRequestIP } from '@tanstack/react-start/server'
import { clientAddress } from './client-address.ts'
import { config } from './config.server.ts'

/**
 * Who really asks, for the service's limits and its list of sessions. What X-Forwarded-For says is passed on only as far
 * as WEB_TRUST_PROXY believes it; the service in turn believes us only when TRUST_PROXY says so.
 */
export function peerHeaders(): Record<string, string> {
  const remote = getRequestIP()
  const userAgent = getRequestHeader('user-agent')
  return {
    ...(remote && {
      'x-forwarded-for': clientAddress(remote, getRequestHeader('x-forwarded-for'), config.webTrustProxy),
    }),
    ...(userAgent && { 'user-agent': userAgent }),
  }
}
