import { z } from 'zod'
import { READERS, SCOPES, defineEndpoint } from '../endpoint.ts'
import { id, integer, listOf, listQuery, message } from '../shapes.ts'

export const TOKEN_PREFIX = 'strata_'
const TOKEN_MAX_DAYS = 365
export const TOKENS_PER_PERSON = 50

const accessToken = z.object({
  id: z.number().int(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** The first characters, to distinguish tokens. */
  hint: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  last_used_address: z.string().nullable(),
})
export type AccessToken = z.output<typeof accessToken>

export const listAccessTokens = defineEndpoint({
  name: 'listAccessTokens',
  resource: 'access-tokens',
  summary: 'List your access tokens; the tokens themselves are not stored',
  method: 'GET',
  path: '/users/me/access-tokens',
  scope: 'session',
  query: listQuery(
    ['created_at', 'name', 'expires_at', 'last_used_at', 'id'],
    { sortBy: 'created_at', sortOrder: 'desc', limit: 100 },
    {},
  ),
  answer: listOf(accessToken),
})

export const createAccessToken = defineEndpoint({
  name: 'createAccessToken',
  resource: 'access-tokens',
  summary: 'Create an access token; it is shown only in this response',
  method: 'POST',
  path: '/users/me/access-tokens',
  access: READERS,
  scope: 'session',
  audit: 'access-token-create',
  record: 'result',
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'one line without invisible characters'),
    scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
    expires_in_days: integer.min(1).max(TOKEN_MAX_DAYS).default(90),
  }),
  answer: accessToken.extend({ token: z.string() }),
})

export const revokeAccessToken = defineEndpoint({
  name: 'revokeAccessToken',
  resource: 'access-tokens',
  summary: 'Revoke one of your access tokens',
  method: 'DELETE',
  path: '/users/me/access-tokens/{id}',
  access: READERS,
  scope: 'session',
  audit: 'access-token-revoke',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})
