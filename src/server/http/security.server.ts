import { config } from './config.server.ts'
import { contentSecurityPolicy } from './csp.server.ts'

const sentryOrigin = config.sentryDsn ? new URL(config.sentryDsn).origin : undefined

// On plain HTTP, except on this machine, browsers ignore the header and log an error.
const trustworthy = /^(https:|http:\/\/(localhost|127\.|\[::1\]))/.test(config.appUrl)

/** Headers of every answer from the framework; static files get theirs in web-server/main.ts. */
export function secureHeaders(headers: Headers, nonce: string): void {
  if ((headers.get('content-type') ?? '').startsWith('text/html')) {
    headers.set(
      'content-security-policy',
      contentSecurityPolicy(nonce, { dev: process.env['NODE_ENV'] !== 'production', connect: sentryOrigin }),
    )
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  // A screen whose address can contain a token sets no-referrer itself.
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  if (trustworthy) headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  if (config.appUrl.startsWith('https:')) {
    headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
}
