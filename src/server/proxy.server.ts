import { INVALID_CREDENTIALS } from '#contract/shapes.ts'
import { config } from './config.server.ts'
import { peerHeaders } from './peer.server.ts'
import { readToken } from './session.server.ts'

const PREFIX = '/api/v1/'
const FORWARDED = [
  'accept',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
] as const
const RETURNED = [
  'accept-ranges',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-checksum-sha256',
] as const

const refuse = (status: number, detail: string) =>
  Response.json({ detail }, { status, headers: { 'content-type': 'application/problem+json' } })

/** Browser → service with the session's token. Streams both ways; nothing is kept in memory. */
export async function proxy(request: Request): Promise<Response> {
  const target = targetOf(new URL(request.url), config.apiUrl)
  if (!target) return refuse(404, 'There is nothing at this address.')
  const token = readToken()
  if (!token) return refuse(403, INVALID_CREDENTIALS)

  const headers = new Headers({
    ...peerHeaders(),
    authorization: `Bearer ${token}`,
    'accept-encoding': 'identity',
  })
  for (const name of FORWARDED) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  try {
    const answer = await fetch(target, {
      method: request.method,
      headers,
      signal: request.signal,
      // With a streamed body any other mode makes fetch keep a copy of the whole upload.
      redirect: request.body ? 'error' : 'manual',
      ...(request.body && { body: request.body, duplex: 'half' }),
    } as RequestInit)
    return new Response(answer.body, { status: answer.status, headers: returned(answer.headers) })
  } catch {
    return request.signal.aborted
      ? refuse(499, 'The request was given up.')
      : refuse(502, 'The service does not answer. Try again in a moment.')
  }
}

/** The service's address of a proxied one; only what lies below the base, and nothing that hands out tokens. */
export function targetOf(url: URL, apiUrl: string): URL | undefined {
  if (!url.pathname.startsWith(PREFIX)) return undefined
  const rest = url.pathname.slice(PREFIX.length)
  if (/%2f|%5c|%2e|%00|\\|\/\//i.test(rest) || /^auth(\/|$)/i.test(rest)) return undefined
  const base = new URL(`${apiUrl}/`)
  const target = new URL(rest, base)
  if (target.origin !== base.origin || !target.pathname.startsWith(base.pathname)) return undefined
  target.search = url.search
  return target
}

function returned(from: Headers): Headers {
  const out = new Headers()
  for (const name of RETURNED) {
    const value = from.get(name)
    if (value !== null) out.set(name, value)
  }
  const cache = from.get('cache-control') ?? ''
  out.set('cache-control', /\bprivate\b/.test(cache) ? cache : 'private, no-store')
  out.set('content-security-policy', "default-src 'none'; sandbox")
  return out
}
