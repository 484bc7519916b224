import type { Role } from '#contract/endpoint.ts'
import type { AccountStatus } from '#contract/accounts.ts'
import { ownValue } from '~/lib/own-value.ts'

export const roleWords: Readonly<Record<Role, { label: string; help: string }>> = {
  viewer: { label: 'Viewer', help: 'Reads and downloads' },
  staff: { label: 'Staff', help: 'Also submits, uploads and changes' },
  admin: { label: 'Admin', help: 'Also people, roles and the audit' },
}
export const roleLabel = (name: string): string => ownValue(roleWords, name)?.label ?? name

export const statusWords: Readonly<Record<AccountStatus, string>> = {
  unconfirmed: 'Unconfirmed',
  waiting: 'Waiting',
  active: 'Active',
  disabled: 'Disabled',
}
