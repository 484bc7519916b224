import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { type CallInput, type CallOptions, call, callLater } from '~/api/call.ts'
import type { Later } from '~/api/read-answer.ts'
import { config } from './config.server.ts'
import { peerHeaders } from './peer.server.ts'
import { readToken } from './session.server.ts'
import { sendUpstream } from './upstream.server.ts'

/** One call to the service with the session's token. */
export function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Pick<CallOptions, 'token' | 'signal'> = {},
): Promise<Answer<E>> {
  return call(endpoint, input, optionsOf(options))
}

/** The same without waiting for the answer: the service accepts the work, and says which record to follow. */
export function callApiLater<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Later<E>> {
  return callLater(endpoint, input, optionsOf({}))
}

const optionsOf = ({ token, signal }: Pick<CallOptions, 'token' | 'signal'>): CallOptions => ({
  baseUrl: config.apiUrl,
  token: token ?? readToken(),
  headers: peerHeaders(),
  signal,
  send: sendUpstream,
})
