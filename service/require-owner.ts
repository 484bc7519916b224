import { isOwnerOrAdmin } from '#contract/accounts/owners.ts'
import type { Actor } from './context.ts'
import { sentence } from './sentence.ts'
import { ServiceError } from './service-error.ts'

/** Only the person who created a record, and admins, may change or delete it. */
export function requireOwner(actor: Actor, ownerId: number | null, what: string): void {
  if (isOwnerOrAdmin(actor, ownerId)) return
  throw new ServiceError(
    'forbidden',
    sentence`Only the person who created ${what}, or an admin, can do this.`,
  )
}
