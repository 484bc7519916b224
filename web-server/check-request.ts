import type { ServerMiddleware } from 'srvx'
import { loadConfig } from '../app.config.ts'
import { hasSession } from './has-session.ts'
import { pathBelow } from './path-below.ts'

const { apiUrl } = loadConfig()

const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Answers of the web server itself, without the application. */
export const plainAnswer = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { ...HEADERS, ...headers } })

const HOST = /^[a-z0-9._-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i

/** Node silently takes the first of two Hosts; an invalid one would fail wherever the URL is first parsed. */
function isHostValid(rawHeaders: readonly string[]): boolean {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  // HTTP/1.0 needs none; for 1.1 Node has already rejected a request without one.
  const [host] = hosts
  if (host === undefined) return true
  return hosts.length === 1 && HOST.test(host) && URL.canParse(`http://${host}`)
}

const MAX_FUNCTION_BYTES = 8 * 2 ** 20
/** The forms of people without a session are far smaller. */
const MAX_STRANGERS_BYTES = 64 * 2 ** 10
const CLOSE = { connection: 'close' }

export const checkRequest: ServerMiddleware = async (request, next) => {
  if (!isHostValid(request.runtime?.node?.req.rawHeaders ?? [])) return plainAnswer(400, 'Bad request')
  const { pathname, search } = new URL(request.url)
  // The framework would redirect to an absolute address, with the host name from the request.
  if (pathname.startsWith('//'))
    return plainAnswer(308, 'Moved', { location: pathname.replace(/^\/+/, '/') + search })
  if (pathBelow(pathname)?.startsWith('/_serverFn/')) {
    const { headers } = request
    // Their whole bodies are read into memory. Uploads go through the proxy, which streams.
    if (headers.has('transfer-encoding')) return plainAnswer(411, 'Length required', CLOSE)
    const bytes = Number(headers.get('content-length') ?? 0)
    if (bytes > MAX_FUNCTION_BYTES) return plainAnswer(413, 'Too large', CLOSE)
    if (bytes > MAX_STRANGERS_BYTES && !(await hasSession(headers.get('cookie'), apiUrl)))
      return plainAnswer(413, 'Too large', CLOSE)
  }
  return next()
}
