import { z } from 'zod'
import { READERS, defineEndpoint } from '../endpoint.ts'
import { flag, id, listOf, listQuery, message } from '../shapes.ts'

/** An open session. */
const session = z.object({
  id: z.number().int(),
  /** The session of this very call. */
  current: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
})
export type Session = z.output<typeof session>

export const listSessions = defineEndpoint({
  name: 'listSessions',
  resource: 'sessions',
  summary: 'List your open sessions',
  method: 'GET',
  path: '/users/me/sessions',
  scope: 'session',
  query: listQuery(
    ['last_used_at', 'created_at', 'id'],
    { sortBy: 'last_used_at', sortOrder: 'desc', limit: 100 },
    {},
  ),
  answer: listOf(session),
})

export const endSession = defineEndpoint({
  name: 'endSession',
  resource: 'sessions',
  summary: 'End one of your sessions',
  method: 'DELETE',
  path: '/users/me/sessions/{id}',
  access: READERS,
  scope: 'session',
  audit: 'session-end',
  record: 'id',
  params: z.object({ id }),
  answer: message,
})

export const endSessions = defineEndpoint({
  name: 'endSessions',
  resource: 'sessions',
  summary: 'Log out of all your sessions, or of all others with keep_current',
  method: 'DELETE',
  path: '/users/me/sessions',
  access: READERS,
  scope: 'session',
  audit: 'sessions-end',
  query: z.strictObject({ keep_current: flag.default(false) }),
  answer: message,
})
