/**
 * P8: the CSV export of all jobs from the running service, compared with COPY of the same query: time, first byte,
 * memory. Run: node_modules/.bin/node bench/csv-export.ts [rows, default 200000] [rounds, default 5]
 */
import { PgDialect, sql } from '#drizzle'
import pg from 'pg'
import { exportJobs } from '#contract/lists/export.ts'
import { JOB_COLUMNS, selectAllJobs } from '../service/domain/export/job-columns.ts'
import { addPerson, startService } from './lib/bench-service.ts'
import { median, say, sayMachine, sayRatio, withDatabase } from './lib/bench-database.ts'
import { record } from './lib/record.ts'

const ROWS = Number(process.argv[2] ?? 200_000)
const ROUNDS = Number(process.argv[3] ?? 5)

async function fill(client: pg.Client, userId: number): Promise<void> {
  await client.query(`
    insert into files (key, name, media_type, size, sha256) values ('bench', 'c.csv', 'text/csv', 1, repeat('0', 64));
    insert into submissions (title, app_user_id, config_file_id)
      select 'Submission, number ' || i, ${userId}, (select id from files limit 1) from generate_series(1, ${ROWS / 20}) i;
    insert into tags (name) select 'tag ' || i from generate_series(1, 40) i;
    insert into jobs (job_key, submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round,
      data_description, stack_name, method, layer, status, is_overfit, datetime_submitted, source_date)
    select 'job-' || i, 1 + i / 21, ${userId}, 2 + i % 20, (array['NGA', 'BEN', 'KEN', 'TGO'])[1 + i % 4], 'target ' || i % 50,
      'DHS', (2000 + i % 25)::text, 'r' || i % 7, 'Households with "improved" water, rural, ' || i, 'stack_' || i % 9, 'gp', '{"stack_version": 1}',
      'completed', i % 3 = 0, timestamptz '2020-01-01Z' + i * interval '1 minute', date '2018-01-01' + i % 900
    from generate_series(1, ${ROWS}) i;
    insert into job_tags select id, 1 + id % 40 from jobs where id % 3 = 0;
    analyze`)
}

/** COPY as in psql: the bytes are counted as they arrive, and nothing is parsed. */
function copyOut(client: pg.Client, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const query = {
      submit: (connection: { query(text: string): void }) => connection.query(text),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => void (bytes += chunk.length),
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    }
    client.query(query as unknown as pg.Submittable)
  })
}

async function download(url: string, headers: Record<string, string>) {
  const start = performance.now()
  const response = await fetch(url, { headers })
  if (response.status !== 200 || !response.body)
    throw new Error(`${response.status} ${await response.text()}`)
  let [first, bytes] = [0, 0]
  for await (const chunk of response.body) {
    first ||= performance.now() - start
    bytes += chunk.byteLength
  }
  return { seconds: (performance.now() - start) / 1000, first, bytes }
}

await withDatabase(async (databaseUrl, dataDir) => {
  sayMachine()
  const { id, headers } = await addPerson(databaseUrl, 'bench@strata.example')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await fill(client, id)
  const { format: _, ...query } = exportJobs.query.parse({})
  const plain = sql.join(
    JOB_COLUMNS.map(({ value, name }) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  )
  const peer = `copy (${new PgDialect().sqlToQuery(selectAllJobs(plain, query)).sql}) to stdout with (format csv, header)`

  const service = await startService(databaseUrl, dataDir)
  const url = `${service.url}/modeling/v1/jobs/export`
  const warm = await download(`${url}?iso3_code=NGA`, headers)
  await copyOut(client, peer)
  const before = await service.peakMemory().then(() => service.peakMemory())
  const [ours, peers, firsts]: number[][] = [[], [], []]
  let bytes = warm.bytes
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await copyOut(client, peer)
    peers.push((performance.now() - start) / 1000)
    const one = await download(url, headers)
    ours.push(one.seconds)
    firsts.push(one.first)
    bytes = one.bytes
  }
  const grown = (await service.peakMemory()) - before
  say(`${ROWS.toLocaleString('en')} rows, ${(bytes / 2 ** 20).toFixed(0)} MiB`)
  const ratio = sayRatio('export against COPY', 's', ours, peers)
  say(`first byte: median ${median(firsts).toFixed(0)} ms, worst ${Math.max(...firsts).toFixed(0)} ms`)
  say(`memory of the service: ${before.toFixed(0)} MiB before, at most ${grown.toFixed(0)} MiB more`)
  const unsorted = await download(`${url}?sort_by=data_description`, headers)
  say(
    `sorted by a column without an index: ${unsorted.seconds.toFixed(1)} s, first byte ${unsorted.first.toFixed(0)} ms`,
  )
  record({
    id: `export-${ROWS}`,
    what: `CSV export of ${ROWS.toLocaleString('en')} jobs, ${(bytes / 2 ** 20).toFixed(0)} MiB`,
    peer: '`COPY` of the same query',
    bound: '≤ 4 ×; first byte ≤ 200 ms; memory + 64 MiB',
    measured: `${ratio}; first byte ${median(firsts).toFixed(0)} ms; memory + ${grown.toFixed(0)} MiB`,
  })
  service.stop()
  await client.end()
})
