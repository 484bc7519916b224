import { createSerializationAdapter, isNotFound, isRedirect } from '@tanstack/react-router'
import {
  createCsrfMiddleware,
  createMiddleware,
  createServerOnlyFn,
  createStart,
} from '@tanstack/react-start'
import { getRequest, getRequestHeader, setResponseStatus } from '@tanstack/react-start/server'
import { ApiError, type ProblemItem } from '~/api/api-error.ts'
import { pagePersonHeader } from '~/api/page-person.ts'
import { config } from '~/server/http/config.server.ts'
import { newNonce } from '~/server/http/csp.server.ts'
import { publicError } from '~/server/http/errors.server.ts'
import { isOwnOrigin } from '~/server/http/own-origin.ts'
import { secureHeaders } from '~/server/http/security.server.ts'

const security = createMiddleware().server(async ({ next }) => {
  const nonce = newNonce()
  const result = await next({ context: { nonce } })
  secureHeaders(result.response.headers, nonce)
  return result
})

const isOwn = createServerOnlyFn((origin: string, { request }: { request: Request }) =>
  isOwnOrigin(origin, request.url, config.appUrl),
)

/** Server functions, whatever their method, and every server route that is not a plain read. */
const csrf = createCsrfMiddleware({
  filter: ({ handlerType, request }) =>
    handlerType === 'serverFn' || !['GET', 'HEAD', 'OPTIONS'].includes(request.method),
  // Browsers send Sec-Fetch-Site only to https and this machine, and older ones never.
  origin: isOwn,
  failureResponse: () => Response.json({ detail: 'The request came from another site.' }, { status: 403 }),
})

const apiErrors = createSerializationAdapter({
  key: 'ApiError',
  test: (value): value is ApiError => value instanceof ApiError,
  toSerializable: ({ status, detail, errors }) => ({ status, detail, errors: errors as ProblemItem[] }),
  fromSerializable: ({ status, detail, errors }) => new ApiError(status, detail, errors),
})

/** The service limits calls, cannot take them at the moment, or does not answer: a later request may succeed. */
const PASSING = new Set([0, 429, 503])
const RETRY_AFTER_S = '5'
const passing = new WeakMap<Request, ApiError>()

const pageStatus = createMiddleware().server(async ({ next, request }) => {
  const result = await next()
  const error = passing.get(request)
  if (!error || result.response.status !== 500) return result
  const { body, headers } = result.response
  const response = new Response(body, { status: error.status || 503, headers })
  response.headers.set('retry-after', error.retryAfter ?? RETRY_AFTER_S)
  return { ...result, response }
})

/** Requests that reached a server function. */
const arrived = new WeakSet<Request>()

/** A request that fails before it reaches a function is invalid: an unknown function, or a malformed payload. */
const unknownCalls = createMiddleware().server(async ({ next, request, handlerType }) => {
  if (handlerType !== 'serverFn') return next()
  try {
    const result = await next()
    if (result.response.status < 500 || arrived.has(request)) return result
    await result.response.body?.cancel()
  } catch (thrown) {
    if (arrived.has(request)) throw thrown
    return Response.json({ detail: 'There is nothing at this address.' }, { status: 404 })
  }
  return Response.json({ detail: 'The call cannot be read.' }, { status: 400 })
})

/** Every call names the person whose page it comes from. */
const fromPage = createMiddleware({ type: 'function' }).client(({ next }) =>
  next({ headers: pagePersonHeader() }),
)

const errors = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  arrived.add(getRequest())
  try {
    return await next()
  } catch (thrown) {
    if (thrown instanceof Response || isRedirect(thrown) || isNotFound(thrown)) throw thrown
    const error = publicError(thrown)
    // While a page renders, server functions run in process: the status would become the page's.
    if (getRequestHeader('x-tsr-serverfn') === 'true') setResponseStatus(error.status || 502)
    else if (PASSING.has(error.status)) passing.set(getRequest(), error)
    throw error
  }
})

export const startInstance = createStart(() => ({
  requestMiddleware: [security, pageStatus, csrf, unknownCalls],
  functionMiddleware: [fromPage, errors],
  serializationAdapters: [apiErrors],
}))
