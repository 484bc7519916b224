import { sql } from '#drizzle'
import { users } from './schema/accounts.ts'

/** First and last name as displayed; the contract allows neither to be blank. */
export const personName = sql<string>`(${users.first_name} || ' ' || ${users.last_name})`

/** For a person who may be missing: for a left join of `users`. */
export const personNameIfAny = sql<string | null>`${personName}`
