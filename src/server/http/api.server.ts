import { getRequestHeader } from '@tanstack/react-start/server'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { INVALID_CREDENTIALS } from '#contract/shapes.ts'
import { ApiError } from '~/api/api-error.ts'
import { type CallInput, type CallOptions, call, callLater } from '~/api/call.ts'
import { PAGE_PERSON } from '~/api/page-person.ts'
import type { Later } from '~/api/read-answer.ts'
import { config } from './config.server.ts'
import { checkPagePerson } from './page-person.server.ts'
import { peerHeaders } from './peer.server.ts'
import { readToken } from './session.server.ts'
import { fetchUpstream } from './upstream.server.ts'

/** One call to the service with the session's token. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  own: Pick<CallOptions, 'token' | 'signal'> = {},
): Promise<Answer<E>> {
  const options = optionsOf(own)
  if (endpoint.access !== 'public' && !options.token) throw new ApiError(403, INVALID_CREDENTIALS)
  // A token that is passed belongs to a session that ends.
  if (!own.token) await checkPage(endpoint, options)
  return call(endpoint, input, options)
}

/** The same without waiting for the answer: the service accepts the work, and says which record to follow. */
export async function callApiLater<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Later<E>> {
  const options = optionsOf({})
  await checkPage(endpoint, options)
  return callLater(endpoint, input, options)
}

const checkPage = async ({ method, access }: Endpoint, options: CallOptions) =>
  method === 'GET' || access === 'public'
    ? undefined
    : checkPagePerson(getRequestHeader(PAGE_PERSON), options)

const optionsOf = ({ token, signal }: Pick<CallOptions, 'token' | 'signal'>): CallOptions => ({
  baseUrl: config.apiUrl,
  token: token ?? readToken(),
  headers: peerHeaders(),
  signal,
  fetch: fetchUpstream,
})
