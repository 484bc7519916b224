import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { type CallInput, call } from '~/api/call.ts'
import { config } from './config.server.ts'
import { peerHeaders } from './peer.server.ts'
import { readToken } from './session.server.ts'
import { fetchUpstream } from './upstream.server.ts'

/** One call to the service with the session's token. */
export function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: { token?: string; signal?: AbortSignal } = {},
): Promise<Answer<E>> {
  return call(endpoint, input, {
    baseUrl: config.apiUrl,
    token: options.token ?? readToken(),
    headers: peerHeaders(),
    signal: options.signal,
    fetch: fetchUpstream,
  })
}
