import { createSerializationAdapter, isNotFound, isRedirect } from '@tanstack/react-router'
import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { getRequestHeader, setResponseStatus } from '@tanstack/react-start/server'
import { ApiError, type ProblemItem } from '~/api/api-error.ts'
import { newNonce } from '~/server/csp.server.ts'
import { publicError } from '~/server/errors.server.ts'
import { secureHeaders } from '~/server/security.server.ts'

const security = createMiddleware().server(async ({ next }) => {
  const nonce = newNonce()
  const result = await next({ context: { nonce } })
  secureHeaders(result.response.headers, nonce)
  return result
})

/** Server functions, whatever their method, and every server route that is not a plain read. */
const csrf = createCsrfMiddleware({
  filter: ({ handlerType, request }) =>
    handlerType === 'serverFn' || !['GET', 'HEAD', 'OPTIONS'].includes(request.method),
  failureResponse: () => Response.json({ detail: 'The request came from another site.' }, { status: 403 }),
})

const apiErrors = createSerializationAdapter({
  key: 'ApiError',
  test: (value): value is ApiError => value instanceof ApiError,
  toSerializable: ({ status, detail, errors }) => ({ status, detail, errors: errors as ProblemItem[] }),
  fromSerializable: ({ status, detail, errors }) => new ApiError(status, detail, errors),
})

const errors = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  try {
    return await next()
  } catch (thrown) {
    if (thrown instanceof Response || isRedirect(thrown) || isNotFound(thrown)) throw thrown
    const error = publicError(thrown)
    // While a page renders, server functions run in process: then the status would become the page's.
    if (getRequestHeader('x-tsr-serverfn') === 'true') setResponseStatus(error.status || 502)
    throw error
  }
})

export const startInstance = createStart(() => ({
  requestMiddleware: [security, csrf],
  functionMiddleware: [errors],
  serializationAdapters: [apiErrors],
}))
