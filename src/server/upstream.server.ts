import { Agent, request } from 'undici'
import type { Send } from '~/api/call.ts'

/** Node's fetch gives up after 300 s without headers or without a chunk. Here the contract's time-outs decide. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } })

/** A call to the service without fetch, which takes twice the time. Files don't come this way, but through the proxy. */
export const sendUpstream: Send = async ({ url, timeoutMs, body, signal: gone, ...outgoing }) => {
  if (body instanceof FormData) throw new TypeError('The proxy sends files.')
  const stop = new AbortController()
  const abort = () => stop.abort(gone?.reason)
  if (gone?.aborted) abort()
  gone?.addEventListener('abort', abort, { once: true })
  // undici's own time-outs are late by up to a second.
  const timer = timeoutMs === 0 ? undefined : setTimeout(() => stop.abort(), timeoutMs)
  try {
    const answer = await request(url, { ...outgoing, body, signal: stop.signal, dispatcher })
    const text = await answer.body.text().catch((error: unknown) => {
      if (stop.signal.aborted) throw error
      return ''
    })
    const retryAfter = answer.headers['retry-after']
    return { status: answer.statusCode, text, retryAfter: retryAfter?.toString() }
  } finally {
    clearTimeout(timer)
    gone?.removeEventListener('abort', abort)
  }
}

/** Fetch for what streams between the browser and the service. */
export const fetchUpstream = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(input, { ...init, dispatcher } as RequestInit)
