/**
 * P1 to P3: the list of jobs over HTTP, compared with the same SQL on an open connection, in one run. The peer counts
 * the rows without any help. Run: node_modules/.bin/node bench/jobs-list.ts [words of a case's name]
 * It fills a temporary database with JOBS jobs (default 1000000), which takes a minute or two, or uses the one named in
 * DATABASE_URL, which scripts/make-many-jobs.ts has filled. Ten clients read the first ten pages of each list.
 */
import { fork } from 'node:child_process'
import pg from 'pg'
import pino from 'pino'
import { loadConfig } from '../app.config.ts'
import { SERVICE_FLAGS } from '../launcher/service-flags.ts'
import { type Database, connect } from '../service/db/client.ts'
import { createApp } from '../service/http/app.ts'
import { allRoutes } from '../service/http/routes.ts'
import { quantile, sayMachine, timed, tokensOfMany, withManyJobs } from './lib/bench-database.ts'
import { record } from './lib/record.ts'

const ROUNDS = 40
const CLIENTS = 10

async function serve(): Promise<void> {
  const config = loadConfig({ ...process.env, NODE_ENV: 'production' })
  const db = connect(config.databaseUrl!, { max: 15 })
  const services = { config, db, files: null as never, queue: null as never, log: pino({ level: 'silent' }) }
  const { app } = await createApp(services, { routes: allRoutes })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.((app.server.address() as { port: number }).port)
  process.once('disconnect', () => process.exit(0))
}

const COLUMNS = `jobs.id, submission_id, jobs.status, step, fraction, reason, attempt, job_key, title, jobs.app_user_id,
  first_name || ' ' || last_name, jobs.iso3_code, countries.name, target, source, source_wave, source_date, round,
  data_description, stack_name, method, final, superseded_by, all_adm_pass, is_overfit, jobs.datetime_submitted,
  datetime_started, datetime_finished`
const JOINS = `jobs join submissions on submissions.id = submission_id join users on users.id = jobs.app_user_id
  join countries on countries.iso3_code = jobs.iso3_code`

interface Case {
  name: string
  query: string
  where: string
  order: string
  skip?: number
  /** The fastest way to the same page, if it is not OFFSET. */
  keyset?: string
}

const CASES: Case[] = [
  {
    name: 'three filters, newest first',
    query: 'iso3_code=KEN&status=completed&source=DHS&sort_order=desc',
    where: `jobs.iso3_code = 'KEN' and jobs.status = 'completed' and source = 'DHS'`,
    order: 'jobs.datetime_submitted desc, jobs.id desc',
  },
  {
    name: 'three filters without the country',
    query: 'status=failed&target=water&source=MICS&sort_order=desc',
    where: `jobs.status = 'failed' and target = 'water' and source = 'MICS'`,
    order: 'jobs.datetime_submitted desc, jobs.id desc',
  },
  {
    name: 'two tags and a country',
    query: 'tags=topic%203&tags=topic%205&iso3_code=KEN',
    where: `jobs.iso3_code = 'KEN' and jobs.id in (select job_id from job_tags where tag_id = (select id from tags where lower(name) = 'topic 3'))
      and jobs.id in (select job_id from job_tags where tag_id = (select id from tags where lower(name) = 'topic 5'))`,
    order: 'jobs.datetime_submitted, jobs.id',
  },
  {
    name: 'a word of the description',
    query: 'data_description=clusters%20976&iso3_code=KEN',
    where: `jobs.iso3_code = 'KEN' and data_description ilike '%clusters 976%'`,
    order: 'jobs.datetime_submitted, jobs.id',
  },
  {
    name: 'sorted by target',
    query: 'sort_by=target&iso3_code=KEN',
    where: `jobs.iso3_code = 'KEN'`,
    order: `target collate "und-x-icu", jobs.id`,
  },
  {
    name: 'sorted by a metric',
    query: 'sort_by=r2_block&sort_order=desc',
    where: 'true',
    order: 'r2_block desc nulls last, jobs.id desc',
  },
  {
    name: 'no filter',
    query: 'sort_order=desc',
    where: 'true',
    order: 'jobs.datetime_submitted desc, jobs.id desc',
  },
  {
    name: 'page 90,000',
    query: 'skip=899990',
    where: 'true',
    order: 'jobs.datetime_submitted, jobs.id',
    skip: 899_990,
    keyset: `(jobs.datetime_submitted, jobs.id) > (select datetime_submitted, id from jobs where id = 899990)`,
  },
]

const shown = (ms: number) => `${ms.toFixed(1)} ms`

async function measure(url: string): Promise<void> {
  // The peer may take as long as it needs.
  const db = connect(url, { statementTimeoutMs: 0 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await compare(url, db, client)
  } finally {
    await client.end()
    await db.$client.end()
  }
}

async function compare(url: string, db: Database, client: pg.Client): Promise<void> {
  const tokens = await tokensOfMany(db)
  const child = fork(import.meta.filename, ['serve'], {
    execArgv: SERVICE_FLAGS,
    env: { ...process.env, DATABASE_URL: url },
  })
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve(Number(message))),
  )
  sayMachine()
  let turn = 0
  const call = async (query: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/modeling/v1/jobs/details?${query}`, {
      headers: { authorization: `Bearer ${tokens[turn++ % tokens.length]}` },
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { content: { id: number }[]; totalElements: number }
  }
  // A newly started service is still compiling its code; only the first case would be affected.
  for (let i = 0; i < 300; i++) await call(CASES[i % CASES.length].query)
  const { rows: jobs } = await client.query<{ count: number }>('select count(*)::int from jobs')
  const size = jobs[0].count
  const chosen = CASES.filter(({ name, skip = 0 }) => name.includes(process.argv[2] ?? '') && skip < size)
  for (const { name, query, where, order, skip = 0, keyset } of chosen) {
    const page = `select ${COLUMNS} from ${JOINS} where ${keyset ?? where} order by ${order} limit 10 ${keyset ? '' : `offset ${skip}`}`
    const total = `select count(*)::int as total from jobs where ${where}`
    const raw = async () => {
      const { rows } = await client.query<{ id: number }>(page)
      return { rows, count: (await client.query<{ total: number }>(total)).rows[0].total }
    }
    const [mine, theirs] = [await call(query), await raw()]
    if (mine.totalElements !== theirs.count || mine.content.some(({ id }, i) => id !== theirs.rows[i].id))
      throw new Error(`The two differ: ${name}.`)
    const [alone, plain, counting]: number[][] = [[], [], []]
    for (let i = 0; i < ROUNDS; i++) {
      plain.push(await timed(raw))
      counting.push(await timed(() => client.query(total)))
      alone.push(await timed(() => call(query)))
    }
    const crowd: number[] = []
    const one = async () => {
      for (let i = 0; i < ROUNDS; i++)
        crowd.push(await timed(() => call(skip ? query : `${query}&skip=${(i % 10) * 10}`)))
    }
    await Promise.all(Array.from({ length: CLIENTS }, one))
    // The same load without the service: what this machine leaves for the database.
    const plainCrowd: number[] = []
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let i = 0; i < ROUNDS; i++)
          plainCrowd.push(
            await timed(async () => [await db.$client.query(page), await db.$client.query(total)]),
          )
      }),
    )
    const [m, p] = [quantile(alone, 0.5), quantile(plain, 0.5)]
    const measured = `median ${shown(m)}, ${(m / p).toFixed(2)} × the same SQL; ${CLIENTS} clients: median ${shown(quantile(crowd, 0.5))}, p95 ${shown(quantile(crowd, 0.95))} (SQL alone ${shown(quantile(plainCrowd, 0.5))}, ${shown(quantile(plainCrowd, 0.95))})`
    console.log(
      `${name} (${mine.totalElements} rows): ${measured}; the count in SQL ${shown(quantile(counting, 0.5))}`,
    )
    record({
      id: `jobs-list-${size}-${name.replaceAll(/\W+/g, '-')}`,
      what: `the list of ${size.toLocaleString('en')} jobs: ${name}`,
      peer: 'page and count in SQL',
      bound: skip > 0 ? undefined : size > 100_000 ? 'p95 ≤ 150 ms' : 'p95 ≤ 60 ms',
      measured,
    })
  }
  child.disconnect()
}

if (process.argv[2] === 'serve') await serve()
else await withManyJobs(measure)
