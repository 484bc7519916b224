import type { Person } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { may } from '~/api/may.ts'

/** What a person made may be changed or deleted by that person and by admins. */
export const ownerMay = (me: Person, endpoint: Endpoint, ownerId: number | null): boolean =>
  may(me, endpoint) && (me.id === ownerId || me.roles.some(({ name }) => name === 'admin'))
