import { sql } from 'drizzle-orm'
import { users } from './accounts-schema.ts'

/** First and last name as people read them; the contract lets neither be blank. */
export const personName = sql<string>`(${users.first_name} || ' ' || ${users.last_name})`

/** Of a person who may be missing: for a left join of `users`. */
export const personNameIfAny = sql<string | null>`${personName}`
