import { getRequestHeader, getRequestIP } from '@tanstack/react-start/server'
import { clientAddress } from './client-address.ts'
import { config } from './config.server.ts'

/**
 * The client's address, for the service's limits and its list of sessions. X-Forwarded-For is forwarded only as far as
 * WEB_TRUST_PROXY trusts it; the service trusts us only if TRUST_PROXY says so.
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
