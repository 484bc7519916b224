import { z } from 'zod'
import { accountStatus, me } from './accounts.ts'
import { ADMINS, ROLES, USERS_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { id, listOf, listQuery, many, message, text } from '../shapes.ts'

/** A person with everything that an admin sees. */
const account = me.extend({
  status: accountStatus,
  created_at: z.string(),
  email_confirmed_at: z.string().nullable(),
  admitted_at: z.string().nullable(),
  disabled_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  sessions: z.number().int(),
  access_tokens: z.number().int(),
  /** Their current submissions: sent by them or handed over to them. */
  submissions: z.number().int(),
})
export type Account = z.output<typeof account>

export const listAccounts = defineEndpoint({
  name: 'listAccounts',
  resource: 'people',
  summary: 'List accounts with their status',
  method: 'GET',
  path: '/users/accounts',
  access: ADMINS,
  query: listQuery(
    ['name', 'id', 'email', 'created_at', 'last_used_at'],
    { sortBy: 'name' },
    {
      /** Part of the name or of the email address. */
      name: text.optional(),
      role: many(z.enum(ROLES)),
      status: many(accountStatus),
    },
  ),
  answer: listOf(account),
  timeoutMs: USERS_TIMEOUT_MS,
})

const userId = z.object({ id })

export const admitUser = defineEndpoint({
  name: 'admitUser',
  resource: 'people',
  summary: 'Approve a waiting person with a role and notify them by email',
  method: 'POST',
  path: '/users/{id}/admit',
  access: ADMINS,
  scope: 'session',
  audit: 'admit',
  record: 'id',
  params: userId,
  body: z.strictObject({ role: z.enum(ROLES) }),
  answer: account,
})

export const setUserRoles = defineEndpoint({
  name: 'setUserRoles',
  resource: 'people',
  summary: "Change a person's role; a lower one ends their sessions and access tokens",
  method: 'PUT',
  path: '/users/{id}/roles',
  access: ADMINS,
  scope: 'session',
  audit: 'roles',
  record: 'id',
  params: userId,
  body: z.strictObject({ roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length) }),
  answer: account,
})

export const disableUser = defineEndpoint({
  name: 'disableUser',
  resource: 'people',
  summary: 'Disable an account; its sessions and access tokens end, its work is kept',
  method: 'POST',
  path: '/users/{id}/disable',
  access: ADMINS,
  scope: 'session',
  audit: 'disable',
  record: 'id',
  params: userId,
  body: z.strictObject({ reason: text }),
  answer: account,
})

export const enableUser = defineEndpoint({
  name: 'enableUser',
  resource: 'people',
  summary: 'Enable a disabled account',
  method: 'POST',
  path: '/users/{id}/enable',
  access: ADMINS,
  scope: 'session',
  audit: 'enable',
  record: 'id',
  params: userId,
  answer: account,
})

export const handOver = defineEndpoint({
  name: 'handOver',
  resource: 'people',
  summary:
    "Transfer a person's submissions to another, who can then cancel and continue them; the author stays the same",
  method: 'POST',
  path: '/users/{id}/hand-over',
  access: ADMINS,
  scope: 'session',
  audit: 'hand-over',
  record: 'id',
  params: userId,
  body: z.strictObject({ to_user_id: id }),
  answer: z.object({ msg: z.string(), submissions: z.number().int(), jobs: z.number().int() }),
})

export const endUserSessions = defineEndpoint({
  name: 'endUserSessions',
  resource: 'people',
  summary: 'Log a person out of all sessions',
  method: 'DELETE',
  path: '/users/{id}/sessions',
  access: ADMINS,
  scope: 'session',
  audit: 'sessions-end',
  record: 'id',
  params: userId,
  answer: message,
})

export const removeUser = defineEndpoint({
  name: 'removeUser',
  resource: 'people',
  summary: 'Reject a registration: delete an account that was never approved',
  method: 'DELETE',
  path: '/users/{id}',
  access: ADMINS,
  scope: 'session',
  audit: 'account-remove',
  record: 'id',
  params: userId,
  answer: message,
})
