import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#service/db/schema.ts'
import { createLocalFileStore } from '#service/files/local-file-store.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { call } from '../support/call.ts'
import { type OwnServer, startOwnServer } from '../support/own-server.ts'
import { startServicePart } from '../support/part.ts'
import { addPerson } from '../support/people.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { rounds, until } from '../support/times.ts'

const disk = mountSmallDisk(128)
afterAll(() => disk?.unmount())
if (!disk) process.stderr.write('F12 is skipped: a small file system can only be mounted as root.\n')

/** Its journal on the small disk, with the previous owner. */
function moveJournal(cluster: string): void {
  const previous = join(cluster, 'pg_wal')
  const place = join(disk!.path, 'pg_wal')
  const { uid, gid } = statSync(previous)
  cpSync(previous, place, { recursive: true })
  rmSync(previous, { recursive: true })
  symlinkSync(place, previous)
  chownSync(disk!.path, uid, gid)
  spawnSync('chown', ['-R', `${uid}:${gid}`, place])
}

describe.skipIf(!disk)("F12 the write-ahead log's disk is full", () => {
  let server: OwnServer
  let fixture: LayerFixture
  beforeAll(async () => {
    server = await startOwnServer({ min_wal_size: '32MB', max_wal_size: '48MB' }, moveJournal)
    const owner = await addPerson(server.db, 'staff')
    const services = { db: server.db, files: createLocalFileStore(join(server.dataDir, 'files')) }
    fixture = await createLayerFixture(services as Parameters<typeof createLayerFixture>[0], owner.id)
    await server.ask('create table noise (content bytea)')
    await server.ask('alter table noise alter content set storage external')
  })
  afterAll(async () => {
    disk!.free()
    await server.close()
  })

  /** Other writers, until there is no space for their records. */
  async function fillJournal(): Promise<boolean> {
    for (let n = 0; n < 200; n++) {
      const done = await server
        .ask(`insert into noise values (decode('${randomBytes(2 ** 19).toString('hex')}', 'hex'))`)
        .then(
          () => true,
          () => false,
        )
      if (!done) return true
    }
    return false
  }

  it.each(rounds)(
    'PostgreSQL stops; calls get 503; with space it is restarted and every acknowledged change is there (round %i)',
    async () => {
      const part = await startServicePart({ DATABASE_URL: server.url, DATA_DIR: server.dataDir })
      try {
        await server.ask('truncate noise')
        const people = await Promise.all([1, 2, 3, 4].map(() => addPerson(server.db, 'admin')))
        const ids: number[] = []
        for (let n = 0; n < 160; n++) ids.push(await fixture.addJob())
        const acknowledged = new Set<number>()
        let rejected = 0
        const cancel = async (at: number) => {
          const { status } = await call(`${part.base}/modeling/v1/jobs/${ids[at]}/cancel`, {
            method: 'POST',
            headers: people[at % 4].headers,
          })
          expect([200, 503]).toContain(status)
          if (status === 200) acknowledged.add(ids[at])
          else rejected++
          return status
        }
        for (let n = 0; n < 20; n++) expect(await cancel(n)).toBe(200)

        // Like a standby that has disappeared: no WAL is removed any more.
        await server.ask("select pg_create_physical_replication_slot('gone', true)")
        disk!.fill()
        let at = 20
        let full = false
        const filling = fillJournal().finally(() => (full = true))
        while (!full && at < 90) {
          await cancel(at++)
          await sleep(30)
        }
        expect(await filling).toBe(true)
        const before = server.warnings.length
        const down = performance.now()
        while (performance.now() - down < 8000) {
          if (at < 140) await cancel(at++)
          await sleep(200)
        }
        expect(part.child.exitCode).toBeNull()
        expect(rejected).toBeGreaterThan(0)
        // It is retried, but not all the time.
        expect(server.warnings.length - before).toBeLessThan(6)

        disk!.free()
        await until('calls are served again', 20_000, async () => {
          const { status } = await call(`${part.base}/modeling/v1/jobs/details`, people[0])
          expect([200, 503]).toContain(status)
          return status === 200
        })
        await server.ask("select pg_drop_replication_slot('gone')")
        await server.ask('checkpoint')
        for (at = 140; at < 160; at++) expect(await cancel(at)).toBe(200)
        const rows = await server.db.select().from(jobs).where(inArray(jobs.id, ids))
        const cancelled = new Set(rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id))
        for (const id of acknowledged) expect(cancelled).toContain(id)
        expect(rows).toHaveLength(ids.length)
      } finally {
        disk!.free()
        await part.end()
      }
    },
  )
})
