import type { Person } from '#contract/accounts/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isOwnerOrAdmin } from '#contract/accounts/owners.ts'
import { may } from './may.ts'

export const ownerMay = (me: Person, endpoint: Endpoint, ownerId: number | null): boolean =>
  may(me, endpoint) && isOwnerOrAdmin(me, ownerId)
