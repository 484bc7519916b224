import { BASE_PATH, type Endpoint, type Params, type Query } from '#contract/endpoint.ts'
import { basePath } from '~/lib/base-path.ts'
import { queryString } from '~/lib/query-string.ts'
import { ApiError } from './api-error.ts'

/** The parts of a call's input that form its address. */
export type AddressInput<E extends Endpoint> = (E extends { params: object }
  ? { params: { [K in keyof Params<E>]: Params<E>[K] | string | number | undefined } }
  : { params?: undefined }) &
  (E extends { query: object } ? { query?: Partial<Query<E>> } : { query?: undefined })

/** The path below the API's base, with its query; several values of a key repeat the key. */
export function pathOf<E extends Endpoint>(endpoint: E, input: AddressInput<E>): string {
  const params = endpoint.params?.safeParse(input.params ?? {})
  if (params?.error) {
    const issue = params.error.issues[0]
    throw new ApiError(422, issue?.message ?? 'A path parameter is not valid.')
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(params?.data?.[key])),
  )
  const query = queryString(input.query ?? {})
  return query ? `${path}?${query}` : path
}

/** The API's base in a browser: the web server's streaming proxy. */
export const PROXY_PATH = `${basePath}${BASE_PATH}`

/** A browser address (downloads, images, events): it goes through the web server's streaming proxy. */
export function addressOf<E extends Endpoint>(endpoint: E, input: AddressInput<E>): string {
  return `${PROXY_PATH}${pathOf(endpoint, input)}`
}
