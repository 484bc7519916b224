import { Agent } from 'undici'

/** Node's fetch gives up after 300 s without headers or without a chunk. Here the contract's time-outs decide. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } })

export const fetchUpstream = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(input, { ...init, dispatcher } as RequestInit)
