import { z } from 'zod'
import { READERS, ROLES, USERS_TIMEOUT_MS, defineEndpoint } from './endpoint.ts'
import { listOf, listQuery, message, text } from './shapes.ts'

export const role = z.object({ name: z.enum(ROLES).or(z.string()) })
export const person = z.object({ id: z.number().int(), name: z.string(), roles: z.array(role) })
export const me = person.extend({ email: z.string(), first_name: z.string(), last_name: z.string() })
export type Person = z.output<typeof person>
export type Me = z.output<typeof me>

export const login = defineEndpoint({
  name: 'login',
  resource: 'accounts',
  summary: 'Sign in with e-mail and password; the answer carries the access token',
  method: 'POST',
  path: '/auth/login/access-token',
  access: 'public',
  encoding: 'form',
  body: z.object({ username: z.string().min(1).max(320), password: z.string().min(1).max(128) }),
  answer: z.object({
    accessToken: z.string(),
    token_type: z.string().optional(),
    expires_at: z.string().optional(),
  }),
})

export const logout = defineEndpoint({
  name: 'logout',
  resource: 'accounts',
  summary: 'End the session of the presented token',
  method: 'DELETE',
  path: '/auth/logout',
  access: READERS,
  answer: message,
})

export const getMe = defineEndpoint({
  name: 'getMe',
  resource: 'accounts',
  summary: 'The signed-in person',
  method: 'GET',
  path: '/users/me',
  access: READERS,
  answer: me,
})

export const listUsers = defineEndpoint({
  name: 'listUsers',
  resource: 'accounts',
  summary: 'People of the organisation',
  method: 'GET',
  path: '/users',
  access: READERS,
  query: listQuery(['id', 'name'], { sortBy: 'name', limit: 250 }, { name: text.optional() }),
  answer: listOf(person),
  timeoutMs: USERS_TIMEOUT_MS,
})
