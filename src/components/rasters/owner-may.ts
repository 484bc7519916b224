import type { Person } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { may } from '~/api/may.ts'

/** Only the person who created a record, and admins, may change or delete it. */
export const ownerMay = (me: Person, endpoint: Endpoint, ownerId: number | null): boolean =>
  may(me, endpoint) && (me.id === ownerId || me.roles.some(({ name }) => name === 'admin'))
