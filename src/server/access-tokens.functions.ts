import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as tokens from '#contract/access-tokens.ts'
import { callApi } from './api.server.ts'

const fetchAccessTokens = createServerFn({ method: 'GET' }).handler(() =>
  callApi(tokens.listAccessTokens, {}),
)
export const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: ({ signal }) => fetchAccessTokens({ signal }),
})

/** The only answer that includes the token itself. */
export const createAccessToken = createServerFn({ method: 'POST' })
  .validator(tokens.createAccessToken.body)
  .handler(({ data }) => callApi(tokens.createAccessToken, { body: data }))

export const revokeAccessToken = createServerFn({ method: 'POST' })
  .validator(tokens.revokeAccessToken.params)
  .handler(({ data }) => callApi(tokens.revokeAccessToken, { params: data }))
