import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, connect } from '#service/db/client.ts'
import { migrate } from '#service/db/migrate.ts'
import { listEntries } from '#service/domain/audit/list.ts'
import { record } from '#service/domain/audit/record.ts'
import { listAudit } from '#contract/audit.ts'
import { type TestDatabase, createTestDatabase } from '../../support/database/database.ts'

/** Roles belong to the whole server: unique names for each run. */
const suffix = randomBytes(4).toString('hex')
const [SERVICE, AUDIT] = [`service_${suffix}`, `audit_${suffix}`]

/** The statements of docs/operations.md, as an operator would run them. */
async function documented(database: string): Promise<string[]> {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const section = text.split(/^## /m).find((one) => one.startsWith('Protecting the audit log'))!
  return [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, block]) =>
    block
      .replaceAll('strata_service', SERVICE)
      .replaceAll('strata_audit', AUDIT)
      .replaceAll('database strata', `database ${database}`)
      .replace('a long one of your own', suffix),
  )
}

describe('a service that does not own its audit log', () => {
  let database: TestDatabase
  let db: Database
  let url: string
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true })
    const { rows } = await database.db.execute<{ name: string }>(sql`select current_database() as name`)
    const [before, after] = await documented(rows[0].name)
    await database.db.$client.query(before)
    url = database.url.replace(/\/\/[^@]*@/, `//${SERVICE}:${suffix}@`)
    await migrate(url)
    await database.db.$client.query(after)
    db = connect(url, { max: 2 })
  })
  afterAll(async () => {
    await db?.$client.end()
    await database.db.$client.query(`drop owned by ${SERVICE}, ${AUDIT} cascade`)
    await database.db.$client.query(`drop role ${SERVICE}, ${AUDIT}`)
    await database.drop()
  })

  it('starts again, writes entries and reads them', async () => {
    expect(await migrate(url)).toEqual([])
    await record(db, { action: 'kept', result: 'ok' })
    const { content } = await listEntries(db, listAudit.query.parse({}))
    expect(content).toMatchObject([{ action: 'kept', result: 'ok' }])
  })

  it.each([
    'update audit_log set result = result',
    'delete from audit_log',
    'truncate audit_log',
    'alter table audit_log disable trigger audit_log_grows_only',
    'drop trigger audit_log_grows_only on audit_log',
    'drop table audit_log',
    'alter table audit_log rename to another',
    `alter table audit_log owner to ${SERVICE}`,
    'drop function audit_log_grows_only() cascade',
    'drop schema public cascade',
    `set role ${AUDIT}`,
    'set session_replication_role = replica',
    `create or replace function audit_log_grows_only() returns trigger language plpgsql as 'begin return null; end'`,
  ])('cannot: %s', async (statement) => {
    await expect(db.execute(sql.raw(statement))).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: '42501' }) as Error }) as Error,
    )
    const { rows } = await database.db.execute(sql`select action from audit_log`)
    expect(rows).toEqual([{ action: 'kept' }])
  })

  it('is bound by the trigger even as its owner: only dropping the trigger helps', async () => {
    const { rows } = await database.db.execute(
      sql`select tgenabled from pg_trigger where tgname = 'audit_log_grows_only'`,
    )
    expect(rows).toEqual([{ tgenabled: 'A' }])
  })
})
