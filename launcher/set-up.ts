import { sql } from '#drizzle'
import type { AppConfig } from '../app.config.ts'
import { connect } from '../service/db/client.ts'
import { migrate } from '../service/db/migrate.ts'
import { seedCountries } from '../service/domain/countries/seed.ts'
import { ensureFirstAdmin } from '../service/domain/accounts/ensure-first-admin.ts'

/**
 * Migrates the schema and creates the first account if there is none. `empty`: nothing was ever submitted, so the
 * sample may be loaded (or loaded again after an interruption).
 */
export async function setUp(url: string, config: AppConfig) {
  await migrate(url)
  const db = connect(url, { max: 2, applicationName: 'strata set-up' })
  try {
    await seedCountries(db)
    const firstAccount = await ensureFirstAdmin(db, config)
    const { rows } = await db.execute<{ empty: boolean }>(
      sql`select not exists (select from submissions) as empty`,
    )
    return { firstAccount, empty: rows[0].empty }
  } finally {
    await db.$client.end()
  }
}
