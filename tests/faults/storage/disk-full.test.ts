import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray, sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobs, submissions } from '#service/db/schema.ts'
import { createLocalFileStore } from '#service/files/local-file-store.ts'
import { loadFolder } from '#service/load/load-folder.ts'
import { answerInProcess } from '#service/tasks/answer-in-process.ts'
import { countryFolder, layer } from '../../fixtures/configuration/country-folder.ts'
import { configuration, multipart } from '../../fixtures/configuration/send.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, createPerson } from '../../support/service.ts'
import { waitForJobs, waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { call } from '../support/call.ts'
import { type FaultBench, createFaultBench } from '../support/fault-service.ts'
import { type OwnServer, startOwnServer } from '../support/own-server.ts'
import { type ServicePart, startServicePart } from '../support/part.ts'
import { addPerson } from '../support/people.ts'
import { type SmallDisk, mountSmallDisk } from '../support/small-disk.ts'
import { rounds } from '../support/times.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'

const disk = mountSmallDisk(64)
afterAll(() => disk?.unmount())
if (!disk) process.stderr.write('F11 and F12 are skipped: a small file system can only be mounted as root.\n')

const run = (part: ServicePart, person: Pick<TestPerson, 'headers'>, title: string, seed: number) => {
  const content = configuration({ ...layer, seed })
  const { payload, headers } = multipart({ title }, [{ field: 'file', name: 'layers.csv', content }])
  return call(`${part.base}/modeling/v1/run/file`, {
    method: 'POST',
    headers: { ...headers, ...person.headers },
    body: payload,
  })
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith('.ballast'))
    .sort()

describe.skipIf(!disk)('F11 the disk for files is full', () => {
  let bench: FaultBench
  let small: SmallDisk
  beforeAll(async () => {
    small = disk!
    bench = await createFaultBench()
    const services = answerInProcess({
      ...bench.service.services,
      config: { ...bench.service.services.config, dataDir: small.path },
      files: createLocalFileStore(join(small.path, 'files')),
    })
    const folder = await countryFolder()
    await loadFolder(services, folder.path, { actorId: bench.owner.id, submit: false })
    await folder.remove()
  })
  afterEach(() => {
    small.free()
    return bench.endAll()
  })
  afterAll(() => bench.close())

  it.each(rounds)(
    'a submission is rejected with 507, nothing of it remains, and the next one succeeds (round %i)',
    async (n) => {
      const part = await bench.serve({ DATA_DIR: small.path })
      const person = await createPerson(bench.service.services, 'staff')
      expect(await run(part, person, `Room ${n}`, n)).toMatchObject({ status: 200 })
      const before = filesBelow(small.path)
      small.fill()
      for (const seed of [1, 2, 3]) {
        const answer = await run(part, person, `No room ${n}`, seed)
        expect(answer.status).toBe(507)
        expect(JSON.parse(answer.body).detail).toMatch(/^Not enough storage/)
      }
      expect(filesBelow(small.path)).toEqual(before)
      const { db } = bench.service.services
      expect(
        await db
          .select()
          .from(submissions)
          .where(eq(submissions.title, `No room ${n}`)),
      ).toEqual([])
      // Calls that need no storage still work.
      expect((await call(`${part.base}/modeling/v1/submissions`, { headers: person.headers })).status).toBe(
        200,
      )
      small.free()
      expect((await run(part, person, `Room again ${n}`, n)).status).toBe(200)
      expect(part.child.exitCode).toBeNull()
    },
  )

  it('a worker that cannot store its result says so and starts nothing else; with space both layers complete at their first attempt', async () => {
    const { db, queue } = bench.service.services
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from jobs where status = 'pending' order by id`,
    )
    const [first, second] = rows.map(({ id }) => id)
    await db.execute(
      sql`update jobs set status = 'cancelled' where status = 'pending' and id not in (${first}, ${second})`,
    )
    await db.execute(sql`delete from pgboss.job`)
    for (const id of [first, second]) await db.transaction((tx) => sendLayers(queue, tx, [id]))
    const before = filesBelow(small.path)
    small.fill()
    const worker = bench.work({ DATA_DIR: small.path })
    await waitForJobs(
      db,
      [first],
      ({ status, step }) => status === 'running' && step === 'Waiting for free storage',
    )
    // A few more attempts: none leaves anything, and no other job starts.
    await new Promise((resolve) => setTimeout(resolve, 5000))
    expect((await waitForJobs(db, [first, second], () => true)).map(({ status }) => status)).toEqual([
      'running',
      'pending',
    ])
    await expect.poll(() => filesBelow(small.path)).toEqual(before)
    small.free()
    for (const job of await waitUntilEnded(db, [first, second]))
      expect(job).toMatchObject({ status: 'completed', attempt: 1, reason: null })
    expect(worker.child.exitCode).toBeNull()
  })
})

describe.skipIf(!disk)("F12 the database's disk is full", () => {
  let server: OwnServer
  let small: SmallDisk
  let fixture: LayerFixture
  beforeAll(async () => {
    small = disk!
    server = await startOwnServer()
    const owner = await addPerson(server.db, 'staff')
    const services = { db: server.db, files: createLocalFileStore(join(server.dataDir, 'files')) }
    fixture = await createLayerFixture(services as Parameters<typeof createLayerFixture>[0], owner.id)
    const place = join(small.path, 'tablespace')
    mkdirSync(place)
    const [{ data_directory: cluster }] = await server.ask('show data_directory')
    const { uid, gid } = statSync(String(cluster))
    chownSync(place, uid, gid)
    await server.ask(`create tablespace small location '${place}'`)
    await server.ask('alter table jobs set tablespace small')
    // A row is neither compressed nor split, so its length below is that on disk.
    await server.ask('alter table jobs alter column layer set storage plain')
  })
  afterAll(async () => {
    small.free()
    await server.close()
  })

  it.each(rounds)(
    'changes get 503 and are rolled back, reads work, and afterwards every acknowledged change is there (round %i)',
    async () => {
      const part = await startServicePart({ DATABASE_URL: server.url, DATA_DIR: server.dataDir })
      try {
        const people = await Promise.all([1, 2, 3].map(() => addPerson(server.db, 'admin')))
        const ids: number[] = []
        // A row takes more than half of a page, so a change needs a new page.
        for (let n = 0; n < 150; n++)
          ids.push(await fixture.addJob({ layer: { data_description: randomBytes(2500).toString('hex') } }))
        const cancel = (id: number, at: number) =>
          call(`${part.base}/modeling/v1/jobs/${id}/cancel`, {
            method: 'POST',
            headers: people[at % 3].headers,
          })
        const acknowledged: number[] = []
        const rejected: number[] = []
        const go = async (from: number, to: number) => {
          for (let n = from; n < to; n++) {
            const { status } = await cancel(ids[n], n)
            expect([200, 503]).toContain(status)
            ;(status === 200 ? acknowledged : rejected).push(ids[n])
          }
        }
        await go(0, 30)
        expect(rejected).toEqual([])
        small.fill()
        await go(30, 120)
        expect(rejected.length).toBeGreaterThan(0)
        expect((await call(`${part.base}/modeling/v1/jobs/details`, people[0])).status).toBe(200)
        expect(part.child.exitCode).toBeNull()
        small.free()
        const late = rejected.length
        await go(120, 150)
        expect(rejected.length).toBe(late)
        const rows = await server.db.select().from(jobs).where(inArray(jobs.id, ids))
        const cancelled = rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id)
        expect(new Set(cancelled)).toEqual(new Set(acknowledged))
      } finally {
        small.free()
        await part.end()
      }
    },
  )
})
