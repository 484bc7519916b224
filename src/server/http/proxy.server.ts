import { endpoints } from '#contract/endpoints.ts'
import { INVALID_CREDENTIALS } from '#contract/shapes.ts'
import { PAGE_PERSON } from '~/api/page-person.ts'
import { config } from './config.server.ts'
import { publicError } from './errors.server.ts'
import { checkPagePerson } from './page-person.server.ts'
import { peerHeaders } from './peer.server.ts'
import { readToken } from './session.server.ts'
import { timeLimitMs } from './time-limit.server.ts'
import { fetchUpstream } from './upstream.server.ts'
import { basePath } from '~/lib/base-path.ts'

/** Of the service's own addresses, and of the same ones here. */
const BELOW = '/api/v1/'
const PREFIX = basePath + BELOW
/** Of HTTP itself, and what the calls of the contract read. */
const FORWARDED = new Set([
  'accept',
  'content-length',
  'content-type',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'x-request-id',
  ...endpoints.flatMap(({ headers = [] }) => headers.map((name) => name.toLowerCase())),
])
/**
 * Named one by one, because an unknown one may act on the whole origin or on a proxy (X-Accel-Redirect). A test finds
 * those that the service sets and this list lacks.
 */
const RETURNED = [
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'preference-applied',
  'retry-after',
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-offset',
  'x-accel-buffering',
  'x-request-id',
] as const

const reject = (status: number, detail: string) =>
  Response.json({ detail }, { status, headers: { 'content-type': 'application/problem+json' } })

/** Browser → service with the session's token. Streams both ways; nothing is held in memory. */
export async function proxy(request: Request): Promise<Response> {
  const target = targetOf(new URL(request.url), config.apiUrl)
  if (!target) return reject(404, 'There is nothing at this address.')
  const token = readToken()
  // OPTIONS describes the protocol of uploads to anyone.
  if (!token && request.method !== 'OPTIONS') return reject(403, INVALID_CREDENTIALS)

  const headers = new Headers({ ...peerHeaders(), 'accept-encoding': 'identity' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  for (const name of FORWARDED) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
    const options = { baseUrl: config.apiUrl, token, headers: peerHeaders(), fetch: fetchUpstream }
    try {
      await checkPagePerson(request.headers.get(PAGE_PERSON), options)
    } catch (error) {
      const { status, detail } = publicError(error)
      return reject(status || 502, detail || 'The service does not answer. Try again in a moment.')
    }
  }
  const limitMs = timeLimitMs(
    request.method,
    target.pathname.slice(new URL(`${config.apiUrl}/`).pathname.length),
  )
  const late = new AbortController()
  const timer = limitMs > 0 ? setTimeout(() => late.abort(), limitMs) : undefined
  try {
    const answer = await fetchUpstream(target, {
      method: request.method,
      headers,
      signal: AbortSignal.any([request.signal, late.signal]),
      // With a streamed body, any other mode makes fetch keep a copy of the whole upload.
      redirect: request.body ? 'error' : 'manual',
      ...(request.body && { body: request.body, duplex: 'half' }),
    } as RequestInit)
    return new Response(answer.body, { status: answer.status, headers: returned(answer) })
  } catch {
    if (request.signal.aborted) return reject(499, 'The request was cancelled.')
    return late.signal.aborted
      ? reject(504, `The service did not answer within ${limitMs / 1000} seconds. Try again in a moment.`)
      : reject(502, 'The service does not answer. Try again in a moment.')
  } finally {
    clearTimeout(timer)
  }
}

/** The service's address for a proxied one; only paths below the base, and nothing that issues tokens. */
export function targetOf(url: URL, apiUrl: string): URL | undefined {
  if (!url.pathname.startsWith(PREFIX)) return undefined
  const rest = url.pathname.slice(PREFIX.length)
  if (!isAllowed(rest)) return undefined
  const base = new URL(`${apiUrl}/`)
  const target = new URL(base.href + rest)
  if (target.origin !== base.origin || !target.pathname.startsWith(base.pathname)) return undefined
  target.search = url.search
  return target
}

/** Checked as the last program behind the address may read it: decoded, without `;parameters`, in any case. */
function isAllowed(path: string): boolean {
  const plain = decoded(path)
  if (plain === undefined || CONTROL_OR_BACKSLASH.test(plain) || /^\/|\/\//.test(plain)) return false
  const segments = plain.split('/')
  const names = segments.map((segment) => segment.split(';', 1)[0]?.trim().toLowerCase())
  // An encoded slash would create more segments than the address has.
  if (segments.length !== path.split('/').length) return false
  return !/^auth$|:/.test(names[0] ?? '') && !names.some((name) => name === '.' || name === '..')
}

// oxlint-disable-next-line no-control-regex -- these are what it looks for
const CONTROL_OR_BACKSLASH = /[\u0000-\u001f\u007f\\]/
const MAX_DECODINGS = 4

function decoded(path: string): string | undefined {
  let plain = path
  for (let round = 0; round < MAX_DECODINGS; round++) {
    try {
      const next = decodeURIComponent(plain)
      if (next === plain) return plain
      plain = next
    } catch {
      // Decoding `%25` leaves a lone `%`.
      return round === 0 ? undefined : plain
    }
  }
  return undefined
}

function returned({ headers: from, status }: Response): Headers {
  const out = new Headers()
  // Only the address of a record is passed on, never a redirect.
  const location = status === 201 || status === 202 ? from.get('location') : null
  if (location?.startsWith(BELOW)) out.set('location', basePath + location)
  for (const name of RETURNED) {
    const value = from.get(name)
    if (value !== null) out.set(name, value)
  }
  const cache = from.get('cache-control') ?? ''
  out.set('cache-control', /\bprivate\b/.test(cache) ? cache : 'private, no-store')
  out.set('content-security-policy', "default-src 'none'; sandbox")
  return out
}
