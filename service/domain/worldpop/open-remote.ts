import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Sentence, fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { PrivateAddress, publicLookup } from './public-address.ts'

const CONNECT_MS = 15_000
const IDLE_MS = 30_000
const FETCH_MS = 30 * 60_000
export const FETCH_MAX_BYTES = 8 * 2 ** 30

export interface RemoteOptions {
  allowedHosts: readonly string[]
  /** Test doubles; otherwise the system's DNS and https. */
  lookup?: LookupFunction
  request?: (
    url: URL,
    options: RequestOptions,
    answered: (answer: IncomingMessage) => void,
  ) => ReturnType<typeof httpsRequest>
  limitMs?: number
  /** Aborted when the file is no longer needed. */
  signal?: AbortSignal
}

const rejection = (message: Sentence) => new ServiceError('invalid', message, { field: 'url' })

/** The other side's failure: it names the address, since a worker that tries again would meet the same. */
export const remoteFailure = (message: Sentence) => new ServiceError('unavailable', message, { field: 'url' })

/** An address that may be fetched: https, an allowed host by name, the default port, no credentials. */
export function requireAllowed(text: string, allowedHosts: readonly string[]): URL {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw rejection(sentence`This is not an address; give one such as https://data.worldpop.org/….tif.`)
  }
  if (url.protocol !== 'https:') throw rejection(sentence`Only https addresses are fetched.`)
  if (url.username || url.password)
    throw rejection(sentence`The address must not contain a user name or password.`)
  const host = url.hostname.toLowerCase()
  const literal = isIP(host.replace(/^\[|\]$/g, '')) !== 0
  if (literal || url.port !== '' || !allowedHosts.includes(host))
    throw rejection(
      allowedHosts.length > 0
        ? sentence`Downloads from '${url.host}' are not allowed; allowed hosts are ${allowedHosts.join(', ')}. The operator of the service can allow more (WORLDPOP_HOSTS).`
        : sentence`This service does not download from other hosts; download the file and upload it.`,
    )
  return url
}

/** The last part of an address, as a file name. */
export function nameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || 'file'
  } catch {
    return last || 'file'
  }
}

/**
 * Opens the address: public addresses only, no redirects, at most 8 GiB, ended after 30 s of silence or 30 minutes in
 * all.
 * @throws ServiceError with one sentence; 'unavailable' if the other side or the network is at fault.
 */
export function openRemote(url: URL, options: RemoteOptions): Promise<IncomingMessage> {
  const unavailable = (why: string) =>
    remoteFailure(sentence`'${url.hostname}' ${why}. Download the file and send it, or try later.`)
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(options.limitMs ?? FETCH_MS)
    const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
    const call = (options.request ?? httpsRequest)(
      url,
      {
        lookup: options.lookup ?? publicLookup(),
        signal,
        timeout: CONNECT_MS,
        agent: false,
        headers: {
          accept: 'image/tiff, application/octet-stream;q=0.9, */*;q=0.1',
          'accept-encoding': 'identity',
        },
      },
      (answer) => {
        const fail = (error: ServiceError) => {
          answer.destroy()
          reject(error)
        }
        const status = answer.statusCode ?? 0
        if (status >= 300 && status < 400)
          return fail(
            rejection(
              sentence`'${url.hostname}' answers with a redirect, which is not followed; give the final address.`,
            ),
          )
        if (status === 404 || status === 410)
          return fail(rejection(sentence`There is no file at this address of '${url.hostname}'.`))
        if (status !== 200) return fail(unavailable(`answers ${status}`))
        if (Number(answer.headers['content-length'] ?? 0) > FETCH_MAX_BYTES)
          return fail(
            rejection(
              sentence`The file is larger than ${fixed(FETCH_MAX_BYTES / 2 ** 30)} GiB; download it and send it.`,
            ),
          )
        call.setTimeout(IDLE_MS)
        resolve(answer)
      },
    )
    call.on('timeout', () => call.destroy(new Error('silence')))
    call.on('error', (error) =>
      reject(
        error instanceof PrivateAddress
          ? rejection(
              sentence`Downloads from '${url.hostname}' are not allowed: it resolves to an address that is not public.`,
            )
          : unavailable('cannot be reached'),
      ),
    )
    call.end()
  })
}
