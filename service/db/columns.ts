import { customType, integer, timestamp } from 'drizzle-orm/pg-core'

// Columns that many tables have.

export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity()
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
