import type { AccessToken } from '#contract/accounts/access-tokens.ts'
import type { AuditEntry } from '#contract/audit.ts'
import type { Account } from '#contract/accounts/people.ts'
import type { Session } from '#contract/accounts/sessions.ts'

const AT = '2026-11-20T10:00:00.000Z'

export const aPerson = (roles: readonly string[]) => ({
  id: 1,
  name: 'Ada Lovelace',
  roles: roles.map((name) => ({ name })),
})
export const aMe = (roles: readonly string[]) => ({
  ...aPerson(roles),
  email: 'ada@strata.example',
  first_name: 'Ada',
  last_name: 'Lovelace',
})
export const aWebSession = (roles: readonly string[] | null) => ({
  loggedIn: roles !== null,
  user: roles && aPerson(roles),
  theme: 'light',
  rail: false,
  dense: false,
  firstSteps: false,
  newestFirst: {},
  brandName: 'Strata',
  sentryDsn: null,
})

export const anAccount = (over: Partial<Account> & { id: number; name: string }): Account => ({
  roles: [{ name: 'staff' }],
  email: `person-${over.id}@strata.example`,
  first_name: over.name,
  last_name: 'Person',
  status: 'active',
  created_at: AT,
  email_confirmed_at: AT,
  admitted_at: AT,
  disabled_at: null,
  last_used_at: AT,
  sessions: 1,
  access_tokens: 0,
  submissions: 3,
  ...over,
})

export const aSession = (over: Partial<Session> & { id: number }): Session => ({
  current: false,
  created_at: AT,
  last_used_at: AT,
  expires_at: '2026-11-27T10:00:00.000Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  address: '192.0.2.7',
  ...over,
})

export const aToken = (over: Partial<AccessToken> & { id: number }): AccessToken => ({
  name: 'Nightly script',
  scopes: ['read'],
  hint: 'strata_ab12',
  created_at: AT,
  expires_at: '2999-01-01T00:00:00.000Z',
  last_used_at: null,
  last_used_address: null,
  ...over,
})

export const anEntry = (over: Partial<AuditEntry> & { id: number }): AuditEntry => ({
  at: AT,
  user_id: 1,
  user_name: 'Ada Lovelace',
  action: 'password-change',
  record: 'users:1',
  record_names: null,
  result: 'ok',
  detail: null,
  address: '192.0.2.7',
  request_id: 'r-1',
  ...over,
})
