import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { z } from 'zod'
import * as accounts from '#contract/accounts.ts'
import * as sessions from '#contract/sessions.ts'
import { callApi } from './api.server.ts'
import { clearSession, writeUser } from './session.server.ts'

/** Only the shape: the service reports invalid values with their field. */
const text = z.string().max(1000)

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
