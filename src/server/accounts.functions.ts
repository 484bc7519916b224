import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as accounts from '#contract/accounts.ts'
import { callApi } from './api.server.ts'
import { config } from './config.server.ts'
import * as session from './session.server.ts'

/** Derived from the two cookies: logged out, logged in without user, logged in with user. */
export const getSession = createServerFn({ method: 'GET' }).handler(() => {
  const loggedIn = session.readToken() !== undefined
  return {
    loggedIn,
    user: loggedIn ? session.readUser() : null,
    theme: session.readTheme(),
    rail: session.readRail(),
    dense: session.readDense(),
    columnWidths: session.readColumnWidths(),
    ownColumns: session.readOwnColumns(),
    firstSteps: session.readFirstSteps(),
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
  const token = session.readToken()
  if (token) session.writeToken(token)
  session.writeUser(me)
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
  session.writeProbe()
  return {}
})

export const login = createServerFn({ method: 'POST' })
  .validator(accounts.login.body)
  .handler(async ({ data }) => {
    session.checkProbe()
    session.clearSession()
    const { accessToken } = await callApi(accounts.login, { body: data })
    session.writeToken(accessToken)
    return { loggedIn: true }
  })

export const logout = createServerFn({ method: 'POST' }).handler(async () => {
  const token = session.readToken()
  session.clearSession()
  // The cookie is removed in any case; if the service is unavailable, the token expires by itself.
  if (token) await callApi(accounts.logout, {}, { token }).catch(() => undefined)
  return { loggedIn: false }
})
