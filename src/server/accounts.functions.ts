import * as tokens from '#contract/accounts/access-tokens.ts'
import * as accounts from '#contract/accounts/accounts.ts'
import * as people from '#contract/accounts/people.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import type { Query } from '#contract/endpoint.ts'
import { callApi } from './http/api.server.ts'
import { config } from './http/config.server.ts'
import {
  readDense,
  readColumnWidths,
  readRail,
  clearSession,
  readToken,
  writeUser,
  readTheme,
  checkProbe,
  writeToken,
  readUser,
  readFirstSteps,
  readNewestFirst,
  readOwnColumns,
  writeProbe,
} from './http/session.server.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { z } from 'zod'

/** Derived from the two cookies: logged out, logged in without user, logged in with user. */
export const getSession = createServerFn({ method: 'GET' }).handler(() => {
  const loggedIn = readToken() !== undefined
  return {
    loggedIn,
    user: loggedIn ? readUser() : null,
    theme: readTheme(),
    rail: readRail(),
    dense: readDense(),
    columnWidths: readColumnWidths(),
    ownColumns: readOwnColumns(),
    newestFirst: readNewestFirst(),
    firstSteps: readFirstSteps(),
    brandName: config.brandName,
    sentryDsn: config.sentryDsn ?? null,
    renderedAt: Date.now(),
  }
})
export type Session = Awaited<ReturnType<typeof getSession>>

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => getSession(),
  staleTime: Infinity,
  gcTime: Infinity,
})

export const getMe = createServerFn({ method: 'GET' }).handler(async () => {
  const me = await callApi(accounts.getMe, {})
  const token = readToken()
  if (token) writeToken(token)
  writeUser(me)
  return me
})

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => getMe(),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Before each login: without the cookie that this sets, the browser would not keep a session. */
export const prepareLogin = createServerFn({ method: 'POST' }).handler(() => {
  writeProbe()
  return {}
})

export const login = createServerFn({ method: 'POST' })
  .validator(accounts.login.body)
  .handler(async ({ data }) => {
    checkProbe()
    clearSession()
    const { accessToken } = await callApi(accounts.login, { body: data })
    writeToken(accessToken)
    return { loggedIn: true }
  })

export const logout = createServerFn({ method: 'POST' }).handler(async () => {
  const token = readToken()
  clearSession()
  // The cookie is removed in any case; if the service is unavailable, the token expires by itself.
  if (token) await callApi(accounts.logout, {}, { token }).catch(() => undefined)
  return { loggedIn: false }
})

/** Only the shape: the service reports invalid values with their field. */
const text = z.string().max(1000)

/** Calls for people who are not logged in; none of them creates a session. */
export const register = createServerFn({ method: 'POST' })
  .validator(z.object({ email: text, first_name: text, last_name: text, password: text }))
  .handler(({ data }) => callApi(accounts.register, { body: data }))

export const requestEmailConfirmation = createServerFn({ method: 'POST' })
  .validator(z.object({ email: text }))
  .handler(({ data }) => callApi(accounts.requestEmailConfirmation, { params: data }))

export const confirmEmail = createServerFn({ method: 'POST' })
  .validator(z.object({ token: text }))
  .handler(({ data }) => callApi(accounts.confirmEmail, { body: data }))

export const requestPasswordRecovery = createServerFn({ method: 'POST' })
  .validator(z.object({ email: text }))
  .handler(({ data }) => callApi(accounts.requestPasswordRecovery, { params: data }))

/** Leads to the login: ends any session of this browser, of this account or another. */
export const recoverPassword = createServerFn({ method: 'POST' })
  .validator(z.object({ token: text, new_password: text }))
  .handler(async ({ data }) => {
    const answer = await callApi(accounts.recoverPassword, { body: data })
    const token = readToken()
    clearSession()
    if (token) await callApi(accounts.logout, {}, { token }).catch(() => undefined)
    return answer
  })

/** The specification stores the answer as the user. */
export const updateMe = createServerFn({ method: 'POST' })
  .validator(z.object({ first_name: text, last_name: text }))
  .handler(async ({ data }) => {
    const me = await callApi(accounts.updateMe, { body: data })
    writeUser(me)
    return me
  })

export const resetPassword = createServerFn({ method: 'POST' })
  .validator(z.object({ current_password: text, new_password: text }))
  .handler(({ data }) => callApi(accounts.resetPassword, { body: data }))

const fetchSessions = createServerFn({ method: 'GET' }).handler(() => callApi(sessions.listSessions, {}))
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => fetchSessions({ signal }),
})

export const endSession = createServerFn({ method: 'POST' })
  .validator(sessions.endSession.params)
  .handler(({ data }) => callApi(sessions.endSession, { params: data }))

export const endSessions = createServerFn({ method: 'POST' })
  .validator(sessions.endSessions.query)
  .handler(async ({ data }) => {
    const answer = await callApi(sessions.endSessions, { query: data })
    if (!data.keep_current) clearSession()
    return answer
  })

export const fetchAccounts = createServerFn({ method: 'GET' })
  .validator(people.listAccounts.query)
  .handler(({ data }) => callApi(people.listAccounts, { query: data }))

export const accountsQuery = (query: Query<typeof people.listAccounts>) =>
  queryOptions({
    queryKey: ['people', 'list', query],
    queryFn: ({ signal }) => fetchAccounts({ data: query, signal }),
    placeholderData: keepPreviousData,
  })

export const admitUser = createServerFn({ method: 'POST' })
  .validator(people.admitUser.params.extend(people.admitUser.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(people.admitUser, { params: { id }, body }))

export const setUserRoles = createServerFn({ method: 'POST' })
  .validator(people.setUserRoles.params.extend(people.setUserRoles.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(people.setUserRoles, { params: { id }, body }))

export const disableUser = createServerFn({ method: 'POST' })
  .validator(people.disableUser.params.extend(people.disableUser.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(people.disableUser, { params: { id }, body }))

export const enableUser = createServerFn({ method: 'POST' })
  .validator(people.enableUser.params)
  .handler(({ data }) => callApi(people.enableUser, { params: data }))

export const handOver = createServerFn({ method: 'POST' })
  .validator(people.handOver.params.extend(people.handOver.body.shape))
  .handler(({ data: { id, ...body } }) => callApi(people.handOver, { params: { id }, body }))

export const endUserSessions = createServerFn({ method: 'POST' })
  .validator(people.endUserSessions.params)
  .handler(({ data }) => callApi(people.endUserSessions, { params: data }))

export const removeUser = createServerFn({ method: 'POST' })
  .validator(people.removeUser.params)
  .handler(({ data }) => callApi(people.removeUser, { params: data }))

export const fetchUsers = createServerFn({ method: 'GET' }).handler(() =>
  callApi(accounts.listUsers, { query: { limit: 1000 } }),
)
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: () => fetchUsers(),
  staleTime: 60_000,
})

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
