import { z } from 'zod'
import { READERS, ROLES, USERS_TIMEOUT_MS, defineEndpoint } from '../endpoint.ts'
import { listOf, listQuery, many, message, text } from '../shapes.ts'

const role = z.object({ name: z.enum(ROLES).or(z.string()) })
export const person = z.object({ id: z.number().int(), name: z.string(), roles: z.array(role) })
export const me = person.extend({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** The lists that open with a saved view for this person. */
  default_views: z.array(z.string()).optional(),
})
export type Person = z.output<typeof person>
export type Me = z.output<typeof me>

/** The first account's name if neither the settings nor its address provide one. */
export const FIRST_ACCOUNT = { first_name: 'Admin', last_name: 'Account' } as const

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Rules for a new password; the service also rejects common ones. */
const newPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX)
export const emailAddress = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('an email address such as ada@example.org'))
const personName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'a name without invisible characters')
const oneTimeToken = z.string().trim().min(1).max(200)

export const login = defineEndpoint({
  name: 'login',
  resource: 'accounts',
  summary: 'Log in with email and password; returns the access token',
  method: 'POST',
  path: '/auth/login/access-token',
  access: 'public',
  encoding: 'form',
  body: z.object({ username: z.string().min(1).max(320), password: z.string().min(1).max(PASSWORD_MAX) }),
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
  scope: 'session',
  audit: 'logout',
  answer: message,
})

/** Any text of any length is accepted, so that the answer reveals nothing about an address. */
const target = z.object({ email: z.string().trim().min(1) })

export const requestEmailConfirmation = defineEndpoint({
  name: 'requestEmailConfirmation',
  resource: 'accounts',
  summary: 'Send the confirmation email again; the response never reveals whether the account exists',
  method: 'POST',
  path: '/auth/email-confirmation-token/{email}',
  access: 'public',
  params: target,
  answer: message,
})

export const requestPasswordRecovery = defineEndpoint({
  name: 'requestPasswordRecovery',
  resource: 'accounts',
  summary: 'Email a link to set a new password; the response never reveals whether the account exists',
  method: 'POST',
  path: '/auth/password-recovery-token/{email}',
  access: 'public',
  params: target,
  answer: message,
})

export const confirmEmail = defineEndpoint({
  name: 'confirmEmail',
  resource: 'accounts',
  summary: 'Confirm an email address with the token from the email',
  method: 'POST',
  path: '/auth/confirm-email/',
  access: 'public',
  body: z.strictObject({ token: oneTimeToken }),
  answer: message,
})

export const recoverPassword = defineEndpoint({
  name: 'recoverPassword',
  resource: 'accounts',
  summary: 'Set a new password with the token from the email; all sessions of the account end',
  method: 'POST',
  path: '/auth/recover-password/',
  access: 'public',
  body: z.strictObject({ token: oneTimeToken, new_password: newPassword }),
  answer: message,
})

export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  resource: 'accounts',
  summary: 'Change your password; your other sessions end',
  method: 'POST',
  path: '/auth/reset-password/',
  access: READERS,
  scope: 'session',
  audit: 'password-change',
  body: z.strictObject({ current_password: z.string().min(1).max(PASSWORD_MAX), new_password: newPassword }),
  answer: message,
})

export const register = defineEndpoint({
  name: 'register',
  resource: 'accounts',
  summary: 'Register an account; the email address is confirmed with an emailed link',
  method: 'POST',
  path: '/users/open',
  access: 'public',
  body: z.strictObject({
    email: emailAddress,
    first_name: personName,
    last_name: personName,
    password: newPassword,
  }),
  answer: message,
})

export const getMe = defineEndpoint({
  name: 'getMe',
  resource: 'accounts',
  summary: 'Get the current user',
  method: 'GET',
  path: '/users/me',
  answer: me,
})

export const updateMe = defineEndpoint({
  name: 'updateMe',
  resource: 'accounts',
  summary: 'Update your name',
  method: 'PUT',
  path: '/users/me',
  access: READERS,
  audit: 'update-me',
  record: 'result',
  body: z.strictObject({ first_name: personName.optional(), last_name: personName.optional() }),
  answer: me,
})

/** unconfirmed: the email address is not confirmed yet; waiting: an admin has yet to approve the person. */
export const ACCOUNT_STATUSES = ['unconfirmed', 'waiting', 'active', 'disabled'] as const
export const accountStatus = z.enum(ACCOUNT_STATUSES)
export type AccountStatus = z.output<typeof accountStatus>

export const listUsers = defineEndpoint({
  name: 'listUsers',
  resource: 'accounts',
  summary:
    'List the people of the organisation; only admins can filter by status and see people who were never approved',
  method: 'GET',
  path: '/users',
  query: listQuery(
    ['id', 'name'],
    { sortBy: 'name', limit: 250 },
    { name: text.optional(), role: many(z.enum(ROLES)), status: many(accountStatus) },
  ),
  answer: listOf(person),
  timeoutMs: USERS_TIMEOUT_MS,
})
