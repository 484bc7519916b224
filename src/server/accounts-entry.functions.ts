import { createServerFn } from '@tanstack/react-start'
import { z } from 'zod'
import * as accounts from '#contract/accounts.ts'
import { callApi } from './api.server.ts'
import { clearSession, readToken } from './session.server.ts'

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
