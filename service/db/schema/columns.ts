import { customType, date, integer, text, timestamp } from '#drizzle'

// Columns that many tables have.

export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity()
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A map's target, country and survey. */
export const layerIdentity = () => ({
  iso3_code: text('iso3_code').notNull(),
  target: text('target').notNull(),
  source: text('source').notNull(),
  source_wave: text('source_wave').notNull(),
  source_date: date('source_date', { mode: 'string' }),
  round: text('round').notNull(),
})
