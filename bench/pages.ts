/**
 * P4: pages rendered by the web server for ten clients, compared with the job list as JSON from the service behind it;
 * beside them the processor time that a page takes, its size and the calls to the service that it needs.
 * Run: node_modules/.bin/node bench/pages.ts [seconds]; JOBS (default 10000) is the size of the temporary database.
 */
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { buildIfNeeded } from '../launcher/build.ts'
import { makeManyJobs } from '../scripts/make-many-jobs.ts'
import { freePort } from '../tests/support/free-port.ts'
import { median, quantile, say, sayMachine, withDatabase } from './lib/bench-database.ts'
import { addPerson, startService } from './lib/bench-service.ts'
import { cookieOf, startWeb } from './lib/bench-web.ts'
import { record } from './lib/record.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const JOBS = Number(process.env.JOBS ?? 10_000)
const CLIENTS = 10
const ROUNDS = 3
/** V8 goes on optimizing the renderer for some thousand pages: a server that has been running for a minute is measured. */
const WARM_UP_PAGES = 4000
/** Enough that nobody reaches the service's limit of calls per minute. */
const PEOPLE = 120
const PAGES: Record<string, string> = {
  Home: '/',
  // Ten rows are the default: with `?limit=10`, each page would be preceded by a redirect to this address.
  'Product Catalog, ten rows': '/modeling/product-catalog',
  'Submissions, ten rows': '/modeling/submission',
  'Log In': '/login',
}

const BOUNDS: Record<string, string> = {
  Home: '≥ 0.15 ×; p95 ≤ 2.5 × the mean',
  'Product Catalog, ten rows': '≥ 0.10 ×; p95 ≤ 2.5 × the mean',
}

/** Passes everything on to the service and counts. */
async function countCalls(service: string) {
  const port = await freePort()
  const seen = { calls: 0 }
  const server = createServer((request, response) => {
    seen.calls++
    void fetch(new URL(request.url!, service), { headers: request.headers as Record<string, string> }).then(
      async (answer) => {
        const type = answer.headers.get('content-type') ?? 'text/plain'
        response
          .writeHead(answer.status, { 'content-type': type })
          .end(Buffer.from(await answer.arrayBuffer()))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}/api/v1`, seen, close: () => server.close() }
}

/**
 * The clients share the cores with what they measure. Fetch and decompression took 2.5 ms per page, more than the service;
 * this takes a fifth of it.
 */
async function get(url: string, headers: Record<string, string>): Promise<void> {
  const { statusCode, body } = await request(url, { headers: { ...headers, 'accept-encoding': 'gzip' } })
  await body.arrayBuffer()
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
}

type Get = (client: number, n: number) => Promise<void>

async function run(
  ask: Get,
  { atLeast = 0 } = {},
): Promise<{ pages: number; rate: number; p95: number; clientMs: number }> {
  const times: number[] = []
  const start = performance.now()
  const startCpu = process.cpuUsage()
  const end = start + SECONDS * 1000
  const client = async (_: unknown, id: number) => {
    for (let n = 0; performance.now() < end || times.length < atLeast; n++) {
      const before = performance.now()
      await ask(id, n)
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const { user, system } = process.cpuUsage(startCpu)
  return {
    clientMs: (user + system) / 1000 / times.length,
    pages: times.length,
    rate: (times.length * 1000) / (performance.now() - start),
    p95: quantile(times, 0.95),
  }
}

await buildIfNeeded()
await withDatabase(async (databaseUrl, dataDir) => {
  await makeManyJobs(databaseUrl, JOBS, 1)
  const people: string[] = []
  for (let n = 0; n < PEOPLE; n++)
    people.push((await addPerson(databaseUrl, `bench-${n}@strata.example`)).headers.authorization)
  const service = await startService(databaseUrl, dataDir)
  const counter = await countCalls(service.url)
  const [web, counted] = [await startWeb(service.url), await startWeb(counter.url)]
  const personOf = (client: number, n: number) => people[(n * CLIENTS + client) % PEOPLE]
  const headersOf = (path: string, person: string) => ({
    ...(path !== '/login' && { cookie: cookieOf(person) }),
    accept: 'text/html',
  })
  try {
    sayMachine()
    const json: Get = (client, n) =>
      get(`${service.url}/modeling/v1/jobs/details?limit=10`, { authorization: personOf(client, n) })
    interface Figures {
      rate: number
      p95: number
      ratio: number
      webMs: number
      serviceMs: number
      clientMs: number
    }
    const rates = new Map<string, Figures[]>()
    for (let round = -1; round < ROUNDS; round++) {
      const peer = await run(json)
      for (const [name, path] of Object.entries(PAGES)) {
        const before = [web.cpuMs(), await service.cpuMs()]
        const found = await run((client, n) => get(web.url + path, headersOf(path, personOf(client, n))), {
          atLeast: round < 0 ? WARM_UP_PAGES : 0,
        })
        if (round >= 0) {
          const figures = {
            ...found,
            ratio: found.rate / peer.rate,
            webMs: (web.cpuMs() - before[0]) / found.pages,
            serviceMs: ((await service.cpuMs()) - before[1]) / found.pages,
          }
          rates.set(name, [...(rates.get(name) ?? []), figures])
        }
      }
    }
    for (const [name, path] of Object.entries(PAGES)) {
      counter.seen.calls = 0
      const html = await (await fetch(counted.url + path, { headers: headersOf(path, people[0]) })).text()
      const of = (key: keyof Figures) => median(rates.get(name)!.map((one) => one[key]))
      const mean = (CLIENTS * 1000) / of('rate')
      record({
        id: `pages-${path.split('/').at(-1) || 'home'}`,
        what: `${name}: pages per second for ${CLIENTS} clients, ${JOBS.toLocaleString('en')} jobs`,
        peer: 'the job list as JSON',
        bound: BOUNDS[name],
        measured: `${of('ratio').toFixed(2)} × (${of('rate').toFixed(0)}/s); p95 ${of('p95').toFixed(0)} ms, ${(of('p95') / mean).toFixed(2)} × the mean`,
      })
      say(
        `${name}: ${of('rate').toFixed(0)} pages/s (${of('ratio').toFixed(2)} × the list as JSON), p95 ${of('p95').toFixed(0)} ms, ` +
          `${of('webMs').toFixed(1)} ms of the web server's processors, ${of('serviceMs').toFixed(1)} ms of the service's and ${of('clientMs').toFixed(1)} ms of the clients', ` +
          `${(html.length / 1000).toFixed(1)} KB of HTML (${(gzipSync(html).length / 1000).toFixed(1)} KB gzip), ${counter.seen.calls} calls`,
      )
    }
  } finally {
    counter.close()
    web.stop()
    counted.stop()
    service.stop()
  }
})
