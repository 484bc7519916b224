/**
 * P12: from a change of a job in the database to its event at many clients, compared with LISTEN on one connection,
 * which hears the same changes; then the processor time that the service needs while nothing changes.
 * Run: node_modules/.bin/node bench/live-status.ts [clients, default 200]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeManyJobs } from '../scripts/make-many-jobs.ts'
import { median, quantile, say, sayMachine, withDatabase } from './lib/bench-database.ts'
import { addPerson, startService } from './lib/bench-service.ts'

const CLIENTS = Number(process.argv[2] ?? 200)
/** As many as the service keeps open for one person. */
const CLIENTS_PER_PERSON = 5
const CHANGES = 50
/** Two heartbeats, at which the service also checks each session. */
const IDLE_MS = 31_000

async function watch(url: string, headers: Record<string, string>, onEvent: () => void): Promise<void> {
  const answer = await fetch(`${url}/modeling/v1/jobs/events`, { headers })
  if (!answer.ok || !answer.body) throw new Error(`The stream answered ${answer.status}`)
  const read = async () => {
    let rest = ''
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) if (block.includes('event: job\n')) onEvent()
    }
  }
  // It ends with the service.
  read().catch(() => {})
}

/** Milliseconds from sending each change to its arrival: at every client, and at the one that listens to the database. */
async function measure(url: string, databaseUrl: string, people: Record<string, string>[], clients: number) {
  const [writer, peer] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)]
  await Promise.all([writer.connect(), peer.connect()])
  const arrivals = { clients: [] as number[], peer: [] as number[] }
  let sent = 0
  peer.on('notification', () => arrivals.peer.push(performance.now() - sent))
  await peer.query('listen job_changed')
  for (let n = 0; n < clients; n++)
    await watch(url, people[Math.floor(n / CLIENTS_PER_PERSON)]!, () =>
      arrivals.clients.push(performance.now() - sent),
    )
  const { rows } = await writer.query<{ id: number }>(`select id from jobs where status = 'running' limit 1`)
  for (let n = 1; n <= CHANGES; n++) {
    sent = performance.now()
    await writer.query('update jobs set fraction = $1 where id = $2', [n / 100, rows[0]!.id])
    while (arrivals.clients.length < n * clients || arrivals.peer.length < n) {
      if (performance.now() - sent > 10_000)
        throw new Error(`Change ${n}: ${arrivals.clients.length} events arrived`)
      await sleep(5)
    }
    await sleep(50)
  }
  await Promise.all([writer.end(), peer.end()])
  return arrivals
}

await withDatabase(async (databaseUrl, dataDir) => {
  await makeManyJobs(databaseUrl, 10_000, 1)
  const people: Record<string, string>[] = []
  for (let n = 0; n < CLIENTS / CLIENTS_PER_PERSON; n++)
    people.push((await addPerson(databaseUrl, `bench-${n}@strata.example`)).headers)
  sayMachine()
  for (const clients of [CLIENTS / 10, CLIENTS]) {
    const service = await startService(databaseUrl, dataDir)
    try {
      const arrivals = await measure(service.url, databaseUrl, people, clients)
      const of = (values: number[]) =>
        `median ${median(values).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms`
      say(`${clients} clients: ${of(arrivals.clients)}; LISTEN: ${of(arrivals.peer)}`)
      const before = await service.cpuMs()
      await sleep(IDLE_MS)
      const share = ((await service.cpuMs()) - before) / IDLE_MS
      say(`${clients} clients, nothing changes: ${(share * 100).toFixed(1)} % of a processor`)
    } finally {
      service.stop()
    }
  }
})
