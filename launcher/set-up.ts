import { sql } from 'drizzle-orm'
import type { AppConfig } from '../app.config.ts'
import { connect } from '../service/db/client.ts'
import { migrate } from '../service/db/migrate.ts'
import { seedCountries } from '../service/domain/countries/seed.ts'
import { ensureFirstAdmin } from '../service/domain/accounts/ensure-first-admin.ts'

/**
 * Brings the schema up to date and makes the first account where there is none yet. `empty`: nothing was ever
 * submitted, so the sample may come in (again, where its loading was cut off).
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
