import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#drizzle'
import { connect } from '#service/db/client.ts'
import { migrate } from '#service/db/migrate.ts'
import { record } from '#service/domain/audit/record.ts'
import { run } from '../../faults/support/part.ts'
import {
  type DebianPostgres,
  debianPrograms,
  startDebianPostgres,
} from '../../support/database/debian-postgres.ts'
import { freePort } from '../../support/free-port.ts'

const bin = debianPrograms()
if (!bin)
  process.stderr.write('Backup and restore are not tested: install the package postgresql of Debian.\n')

/** The blocks of code of a section of docs/operations.md, to the letter. */
function blocksOf(section: string, language: 'sql' | 'bash'): string[] {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const text = page.split(/^## /m).find((one) => one.startsWith(section))!
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block]) => block,
  )
}

const ROLE = { name: 'strata_service', password: 'a long one of your own' }

describe.skipIf(!bin)('a database with a protected audit log, as docs/operations.md says', () => {
  let server: DebianPostgres
  let folder: string
  let env: Record<string, string>
  beforeAll(async () => {
    server = await startDebianPostgres(bin!)
    folder = mkdtempSync(join(tmpdir(), 'strata-backup-'))
    mkdirSync(join(folder, 'data/files'), { recursive: true })
    mkdirSync(join(folder, 'backup'))
    writeFileSync(join(folder, 'data/files/one'), 'bytes')
    // Notes what it would start with.
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\nprintf %s "$DATABASE_URL" > started-with\n')
    chmodSync(join(folder, 'npm'), 0o755)
    env = {
      DATABASE_URL: server.urlOf('strata', ROLE),
      ADMIN_URL: server.urlOf('postgres'),
      RESTORED_ADMIN_URL: server.urlOf('strata_restored'),
      RESTORED_URL: server.urlOf('strata_restored', ROLE),
    }
  })
  afterAll(async () => {
    await server?.close()
    if (folder) rmSync(folder, { recursive: true })
  })

  const command = (program: string, args: string[], input: string) => {
    const PATH = [folder, bin, process.env.PATH].join(delimiter)
    const done = spawnSync(program, args, {
      cwd: folder,
      env: { ...process.env, ...env, PATH },
      input,
      encoding: 'utf8',
    })
    expect(done.status, done.stderr).toBe(0)
  }
  const asSuperuser = (block: string) =>
    command('psql', ['-v', 'ON_ERROR_STOP=1', '-d', server.urlOf('strata')], block)
  const inShell = (block: string) => command('bash', ['-e'], block)

  /** The service itself creates the queue's tables too. */
  async function startService(url: string): Promise<void> {
    const port = String(await freePort())
    const part = run('service/main.ts', ['service'], {
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      API_PORT: port,
    })
    try {
      await expect
        .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status, {
          timeout: 60_000,
        })
        .toBe(200)
    } finally {
      await part.end()
    }
  }
  const entries = async (url: string) => {
    const db = connect(url, { max: 1 })
    const { rows } = await db.execute<{ action: string }>(sql`select action from audit_log order by id`)
    await db.$client.end()
    return rows.map(({ action }) => action)
  }

  it('is backed up, restored with owners and permissions, and used', { timeout: 180_000 }, async () => {
    const [before, after] = blocksOf('Protecting the audit log', 'sql')
    const [backUp, restore, start] = blocksOf('Backup and restore', 'bash')
    command('psql', ['-d', env.ADMIN_URL, '-c', 'create database strata'], '')
    asSuperuser(before)
    await startService(env.DATABASE_URL)
    asSuperuser(after)
    const db = connect(env.DATABASE_URL, { max: 1 })
    await record(db, { action: 'kept', result: 'ok' })
    await db.$client.end()

    inShell(backUp)
    expect(readFileSync(join(folder, 'backup/files/one'), 'utf8')).toBe('bytes')
    inShell(restore)
    inShell(start)
    const restored = readFileSync(join(folder, 'started-with'), 'utf8')
    expect(restored).toBe(env.RESTORED_URL)
    await startService(restored)

    const again = connect(restored, { max: 1 })
    await record(again, { action: 'restored', result: 'ok' })
    for (const statement of ['delete from audit_log', 'drop table audit_log'])
      await expect(again.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: '42501' } })
    await again.$client.end()
    expect(await entries(restored)).toEqual(['kept', 'restored'])
    expect(await entries(env.DATABASE_URL)).toEqual(['kept'])
  })

  it('is given back for an upgrade that changes the log, and protected again', async () => {
    const [, after, releaseUpload] = blocksOf('Protecting the audit log', 'sql')
    const owners = async () => {
      const db = connect(server.urlOf('strata'), { max: 1 })
      const { rows } = await db.execute<{ owner: string }>(
        sql`select pg_get_userbyid(relowner) as owner from pg_class where relname in ('audit_log', 'audit_log_id_seq')`,
      )
      await db.$client.end()
      return [...new Set(rows.map(({ owner }) => owner))]
    }
    asSuperuser(releaseUpload)
    expect(await owners()).toEqual(['strata_service'])
    expect(await migrate(env.DATABASE_URL)).toEqual([])
    asSuperuser(after)
    expect(await owners()).toEqual(['strata_audit'])
  })
})
