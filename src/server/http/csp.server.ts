import { randomBytes } from 'node:crypto'

/** Short, because a page repeats it at each of its files. */
export const newNonce = () => randomBytes(16).toString('base64url')

export function contentSecurityPolicy(nonce: string, options: { dev: boolean; connect?: string }): string {
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // In development, Vite adds styles to the page without a nonce.
    `style-src 'self' ${options.dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob: https:`,
    `connect-src 'self'${options.dev ? ' ws:' : ''}${options.connect ? ` ${options.connect}` : ''}`,
    `worker-src 'self' blob:`,
    `font-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
