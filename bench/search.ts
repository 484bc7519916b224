/**
 * The search of the command palette over HTTP, by one client and by ten, beside the newest jobs of a country by SQL on
 * an open connection. Run: node_modules/.bin/node bench/search.ts
 * It fills a temporary database with JOBS jobs (default 1000000), or uses the one named in DATABASE_URL, which
 * scripts/make-many-jobs.ts has filled.
 */
import { tmpdir } from 'node:os'
import pg from 'pg'
import { connect } from '../service/db/client.ts'
import { median, quantile, say, sayMachine, timed, tokensOfMany, withManyJobs } from './lib/bench-database.ts'
import { startService } from './lib/bench-service.ts'

const ROUNDS = 40
const CLIENTS = 10
const WORDS = [
  'Nigeria',
  'Kenya',
  'Gambia',
  'Kenya stunting',
  'Gambia electricity',
  'Kenya Gambia',
  'united',
  'stunting',
  'nga-water',
]
const PEER = `select jobs.id, job_key, status, countries.name, target from jobs join countries using (iso3_code)
  where iso3_code = 'KEN' order by jobs.id desc limit 5`

async function measure(url: string): Promise<void> {
  const db = connect(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const tokens = await tokensOfMany(db)
  const service = await startService(url, tmpdir())
  sayMachine()
  let turn = 0
  const search = async (words: string) => {
    const answer = await fetch(`${service.url}/search?${new URLSearchParams({ words }).toString()}`, {
      headers: { authorization: `Bearer ${tokens[turn++ % tokens.length]}` },
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { jobs: unknown[] }
  }
  for (let i = 0; i < 100; i++) await search(WORDS[i % WORDS.length])
  const peer: number[] = []
  for (let i = 0; i < ROUNDS; i++) peer.push(await timed(() => client.query(PEER)))
  say(`the newest jobs of a country, SQL alone: ${median(peer).toFixed(1)} ms`)
  for (const words of WORDS) {
    const { jobs } = await search(words)
    const alone: number[] = []
    for (let i = 0; i < ROUNDS; i++) alone.push(await timed(() => search(words)))
    const crowd: number[] = []
    const one = async () => {
      for (let i = 0; i < ROUNDS; i++) crowd.push(await timed(() => search(words)))
    }
    await Promise.all(Array.from({ length: CLIENTS }, one))
    say(
      `'${words}' (${jobs.length} jobs): median ${median(alone).toFixed(1)} ms, p95 ${quantile(alone, 0.95).toFixed(1)} ms; ` +
        `${CLIENTS} clients: median ${median(crowd).toFixed(1)} ms, p95 ${quantile(crowd, 0.95).toFixed(1)} ms`,
    )
  }
  service.stop()
  await client.end()
  await db.$client.end()
}

await withManyJobs(measure)
