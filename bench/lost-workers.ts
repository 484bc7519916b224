/**
 * What workers look for from time to time while layers run, with a million finished jobs and a long queue: layers of
 * lost workers (every ten seconds) and unfinished jobs without a task (every five minutes).
 * Run: node_modules/.bin/node bench/lost-workers.ts [waiting tasks, default 100000]
 * It fills a temporary database with JOBS jobs (default 1000000), or uses the one named in DATABASE_URL, which
 * scripts/make-many-jobs.ts has filled.
 */
import pg from 'pg'
import pino from 'pino'
import { connect } from '../service/db/client.ts'
import { releaseLost } from '../service/domain/jobs/run-layer/release-lost.ts'
import { resendForgotten } from '../service/domain/jobs/run-layer/resend-forgotten.ts'
import { createQueue } from '../service/tasks/pg-boss-queue.ts'
import { runLayer } from '../service/tasks/layers/run-layer.definition.ts'
import { median, quantile, say, sayMachine, timed, withManyJobs } from './lib/bench-database.ts'

const WAITING = Number(process.argv[2] ?? 100_000)
const LOST = 100
const ROUNDS = 40

async function measure(url: string): Promise<void> {
  const db = connect(url, { max: 2 })
  const queue = await createQueue({ url, log: pino({ level: 'silent' }), role: 'worker' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // A hundred thousand changes one by one, with counts and notifications, would take minutes.
  await client.query("set session_replication_role = 'replica'")
  const { rows } = await client.query<{ id: number }>(
    `update jobs set status = 'pending', attempt = 0
     where id in (select id from jobs where not final order by id desc limit ${WAITING + LOST}) returning id`,
  )
  const ids = rows.map(({ id }) => id)
  const running = ids.slice(0, LOST)
  await client.query("update jobs set status = 'running', attempt = 1 where id = any($1)", [running])
  const payloads = ids.map((job_id) => ({ job_id, losses: 0 }))
  for (let i = 0; i < payloads.length; i += 10_000)
    await queue.send(db, runLayer, payloads.slice(i, i + 10_000))
  await client.query('vacuum (analyze) jobs')
  await client.query('analyze pgboss.job')
  sayMachine()
  const time = async (what: string, work: () => Promise<unknown>) => {
    const times: number[] = []
    for (let i = 0; i < ROUNDS; i++) times.push(await timed(work))
    say(`${what}: median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`)
  }
  await time(`layers of lost workers, none of ${LOST} that run`, () => releaseLost({ db }))
  await time('unfinished jobs without a task', () => resendForgotten({ db, queue }))
  await client.query(
    `update pgboss.job set state = 'retry' where name = $1 and (data->>'job_id')::int = any($2)`,
    [runLayer.name, running],
  )
  const start = performance.now()
  const released = await releaseLost({ db })
  say(`${released} of them released in ${(performance.now() - start).toFixed(1)} ms`)
  await client.end()
  await queue.stop()
  await db.$client.end()
}

await withManyJobs(measure)
