import type { AppConfig } from '../../app.config.ts'
import { connect } from '../../service/db/client.ts'
import { migrate } from '../../service/db/migrate.ts'
import { ensureFirstAdmin } from '../../service/domain/accounts/ensure-first-admin.ts'

/** Brings the schema up to date and makes the first account where there is none yet. */
export async function setUp(url: string, config: AppConfig) {
  await migrate(url)
  const db = connect(url, { max: 2, applicationName: 'strata set-up' })
  try {
    return await ensureFirstAdmin(db, config)
  } finally {
    await db.$client.end()
  }
}
