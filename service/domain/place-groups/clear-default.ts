import { and, eq } from '#drizzle'
import { place_group_versions } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'

type Level = Pick<typeof place_group_versions.$inferSelect, 'iso3_code' | 'place_type'>

/** Removes the default version of the country and level; another one replaces it in the same transaction. */
export const clearDefault = (tx: Transaction, { iso3_code, place_type }: Level) =>
  tx
    .update(place_group_versions)
    .set({ is_default: false })
    .where(
      and(eq(place_group_versions.iso3_code, iso3_code), eq(place_group_versions.place_type, place_type)),
    )
