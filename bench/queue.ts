/**
 * P11: how soon a worker starts a submitted layer, and how many tasks a worker processes per second, compared with a
 * bare loop over `for update skip locked`; with a short and a long backlog.
 *
 * The peer claims, commits, completes, commits: a claim that must outlive its worker, so that others see whose layer it
 * is and when it was lost, must be durable before the work begins. The loop that claims and completes in one
 * transaction is also printed: it saves a commit, but holds that transaction for as long as the layer computes. Run:
 * node_modules/.bin/node bench/queue.ts [backlog, default 100000]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#drizzle'
import pg from 'pg'
import pino from 'pino'
import { loadConfig } from '../app.config.ts'
import { connect, type Database } from '../service/db/client.ts'
import { createLocalFileStore } from '../service/files/local-file-store.ts'
import { z } from 'zod'
import { createQueue } from '../service/tasks/pg-boss-queue.ts'
import { defineTask } from '../service/tasks/define-task.ts'
import { startWorker } from '../service/tasks/worker.ts'
import { addPerson } from './lib/bench-service.ts'
import { median, quantile, say, sayMachine, sayRatio, withDatabase } from './lib/bench-database.ts'
import { record } from './lib/record.ts'
import { sendLayers } from '../service/domain/jobs/run-layer/send-layers.ts'

const BACKLOG = Number(process.argv[2] ?? 100_000)
const STARTS = 60
const BATCH = 500
const ROUNDS = 7
const task = defineTask({
  name: 'bench',
  payload: z.object({ i: z.number() }),
  options: { notify: true, heartbeatSeconds: 10 },
})

const log = pino({ level: 'silent' })

async function addJob(db: Pick<Database, 'execute'>, userId: number): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name, method, layer)
    select id, ${userId}, 2, 'NGA', 't', 's', 'w', 'r', 'st', 'gp', '{"stack_version": 1}' from submissions returning id`)
  return rows[0].id
}

/**
 * From the submission's commit to the worker's claim, both by the database's clock. The layer is incomplete, so it fails.
 */
async function measureStarts(databaseUrl: string, dataDir: string, userId: number): Promise<number[]> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: 'production' })
  const db = connect(databaseUrl)
  const queue = await createQueue({ url: databaseUrl, log, role: 'service' })
  const workers = await createQueue({ url: databaseUrl, log, role: 'worker' })
  const files = createLocalFileStore(`${dataDir}/files`)
  const worker = await startWorker({ config, db, files, queue: workers, log })
  const waits: number[] = []
  for (let i = 0; i < STARTS; i++) {
    let sent = new Date()
    const id = await db.transaction(async (tx) => {
      const job = await addJob(tx, userId)
      await sendLayers(queue, tx, [job])
      const { rows } = await tx.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
      sent = new Date(rows[0].now)
      return job
    })
    for (;;) {
      const { rows } = await db.execute<{ started: string | null; status: string }>(
        sql`select datetime_started::text as started, status from jobs where id = ${id}`,
      )
      if (rows[0].status !== 'pending' && rows[0].status !== 'running') {
        waits.push(new Date(rows[0].started ?? 0).getTime() - sent.getTime())
        break
      }
      await sleep(20)
    }
    // At no fixed offset from the worker's own polling.
    await sleep(100 + 7 * (i % 13))
  }
  await worker.stop()
  await queue.stop()
  await workers.stop()
  await db.$client.end()
  return waits
}

/**
 * Seconds for `BATCH` tasks with one worker that does nothing with them, claimed as the product's worker claims them.
 */
async function takeOurs(queue: Awaited<ReturnType<typeof createQueue>>): Promise<number> {
  let left = BATCH
  const start = performance.now()
  let done = () => {}
  const finished = new Promise<void>((resolve) => (done = resolve))
  const end = await queue.work(task, async () => {
    if (--left === 0) done()
  })
  await finished
  const seconds = (performance.now() - start) / 1000
  await end()
  return seconds
}

const NEXT =
  'select id from bare where not taken and not done order by priority desc, id limit 1 for update skip locked'

/** A queue with claims: two durable transactions per task. */
async function takeBare(client: pg.Client): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < BATCH; i++) {
    const { rows } = await client.query<{ id: number }>(
      `update bare set taken = true, taken_on = now() where id = (${NEXT}) returning id`,
    )
    await client.query('update bare set done = true, done_on = now() where id = $1 and taken', [rows[0].id])
  }
  return (performance.now() - start) / 1000
}

/** Claim and completion in one transaction: a lost worker leaves no trace. */
async function takeAtOnce(client: pg.Client): Promise<number> {
  const start = performance.now()
  for (let i = 0; i < BATCH; i++) {
    await client.query('begin')
    const { rows } = await client.query<{ id: number }>(NEXT)
    await client.query('update bare set done = true where id = $1', [rows[0].id])
    await client.query('commit')
  }
  return (performance.now() - start) / 1000
}

await withDatabase(async (databaseUrl, dataDir) => {
  sayMachine()
  const { id: userId } = await addPerson(databaseUrl, 'bench@strata.example')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    insert into files (key, name, media_type, size, sha256) values ('bench', 'c.csv', 'text/csv', 1, repeat('0', 64));
    insert into submissions (title, app_user_id, config_file_id) select 'bench', ${userId}, id from files;
    create table bare (id integer generated always as identity primary key, priority integer not null default 0,
      taken boolean not null default false, taken_on timestamptz, done boolean not null default false, done_on timestamptz);
    create index on bare (priority desc, id) where not taken and not done`)

  const waits = await measureStarts(databaseUrl, dataDir, userId)
  say(
    `submit to start: median ${median(waits).toFixed(0)} ms, p80 ${quantile(waits, 0.8).toFixed(0)} ms, ` +
      `p95 ${quantile(waits, 0.95).toFixed(0)} ms of ${STARTS}`,
  )
  record({
    id: 'queue-start',
    what: 'from submitting a layer to its start in a worker',
    bound: 'p95 ≤ 100 ms',
    measured: `median ${median(waits).toFixed(0)} ms, p95 ${quantile(waits, 0.95).toFixed(0)} ms of ${STARTS}`,
  })

  const queue = await createQueue({ url: databaseUrl, log, role: 'worker', definitions: [task] })
  const db = connect(databaseUrl)
  const fill = async (count: number) => {
    for (let from = 0; from < count; from += 5000) {
      const length = Math.min(5000, count - from)
      await queue.send(
        db,
        task,
        Array.from({ length }, (_, i) => ({ i })),
      )
    }
    await client.query('insert into bare (priority) select 0 from generate_series(1, $1::int)', [2 * count])
    await client.query('analyze')
  }
  const speeds: number[] = []
  for (const backlog of [BATCH * (ROUNDS + 1), BACKLOG]) {
    await fill(backlog)
    const [ours, peers, atOnce]: number[][] = [[], [], []]
    for (let round = 0; round <= ROUNDS; round++) {
      const [bare, own, once] = [await takeBare(client), await takeOurs(queue), await takeAtOnce(client)]
      if (round === 0) continue
      ours.push(BATCH / own)
      peers.push(BATCH / bare)
      atOnce.push(BATCH / once)
    }
    const what = `tasks with ${backlog.toLocaleString('en')} waiting`
    record({
      id: `queue-rate-${backlog}`,
      what: `tasks per second, one worker, ${backlog.toLocaleString('en')} waiting`,
      peer: 'a loop over `skip locked`',
      bound: '≥ 0.6 ×',
      measured: sayRatio(`${what}, peer claims and completes in a transaction each`, 'a second', ours, peers),
    })
    sayRatio(`${what}, peer does both in one transaction`, 'a second', ours, atOnce)
    speeds.push(median(ours))
  }
  say(`the long backlog takes ${(speeds[0] / speeds[1]).toFixed(2)} times as long a task`)
  await queue.stop()
  await db.$client.end()
  await client.end()
})
