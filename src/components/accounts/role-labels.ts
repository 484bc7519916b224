import type { Role } from '#contract/endpoint.ts'
import type { AccountStatus } from '#contract/accounts/accounts.ts'
import { ownValue } from '~/lib/own-value.ts'

export const roleWords: Readonly<Record<Role, { label: string; help: string }>> = {
  viewer: { label: 'Viewer', help: 'Can view and download' },
  staff: { label: 'Staff', help: 'Can also submit, upload and edit' },
  admin: { label: 'Admin', help: 'Can also manage people and roles and see the audit' },
}
export const roleLabel = (name: string): string => ownValue(roleWords, name)?.label ?? name

export const statusWords: Readonly<Record<AccountStatus, string>> = {
  unconfirmed: 'Unconfirmed',
  waiting: 'Waiting',
  active: 'Active',
  disabled: 'Disabled',
}
