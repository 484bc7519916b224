import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { job_outputs } from '#service/db/schema.ts'
import { buildIfNeeded } from '../../launcher/build.ts'
import { createPerson } from '../support/service.ts'
import { LONG } from '../support/long.ts'
import { storeFile } from '../support/store-file.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import { PROBE_ARGS, memoryOf, slope } from './support/memory.ts'
import { freePort } from '../support/free-port.ts'
import { type Part, openFiles, run } from './support/part.ts'
import { percentile, random, until } from './support/times.ts'

/** Seconds of the soak. */
const SECONDS = Math.max(10, Number(process.env.FAULT_SECONDS ?? (LONG ? 1800 : 15)))
const ROUNDS = 6
const AT_ONCE = 6
/** Share of the visits that are aborted. */
const ABORTED = 0.5
/** Connections from the web server to the service that wait for the next call: those of some pages at once. */
const KEPT_ALIVE = 10 * AT_ONCE
/** Bytes for each visit. A kept request or page has tens of KiB. */
const MOST_KEPT = 4096

let bench: FaultBench
let web: Part
let service: Part
let base = ''
beforeAll(async () => {
  await buildIfNeeded()
  bench = await createFaultBench()
  const api = await bench.serve({ PROBE_FILE: fileOf('service') }, PROBE_ARGS)
  service = api
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    API_URL: api.base,
    APP_URL: base,
    PROBE_FILE: fileOf('web'),
  }
  web = run('web-server/main.ts', [], env, PROBE_ARGS)
  await until('the web server is ready', 30_000, () =>
    fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
})
afterAll(async () => {
  await web.end()
  await bench.close()
})

const fileOf = (name: 'web' | 'service') => `${bench.service.services.config.dataDir}/memory-${name}`

/** Until the last byte; or until the client leaves, at a random moment or with the first bytes. */
function visit(path: string, headers: Record<string, string>, leaves: boolean): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const asked = request(base + path, { headers, agent: false }, (answer) => {
      answer.on('error', () => {})
      answer.on('data', () => leaves && asked.destroy())
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', (error) => !leaves && reject(error))
    asked.on('close', () => resolve(null))
    if (leaves && random() < 0.5) setTimeout(() => asked.destroy(), random() * 60)
    asked.end()
  })
}

describe('F25 half of all visitors leave before they are answered', () => {
  it('and neither the web server nor the service keeps their memory, files or connections', async () => {
    const { services } = bench.service
    const id = await bench.fixture.addJob({ status: 'completed' })
    const content = Buffer.alloc(2 * 2 ** 20)
    const about = { name: 'mean.tif', mediaType: 'image/tiff', createdBy: null }
    const file = await storeFile(services, { ...about, content })
    await services.db.insert(job_outputs).values({ job_id: id, type: 'mean', file_id: file.id })
    const people = await Promise.all(Array.from({ length: 60 }, () => createPerson(services, 'staff')))
    const EVENTS = '/api/v1/modeling/v1/jobs/events'
    const paths = [
      '/',
      '/api/v1/modeling/v1/jobs/details?limit=50',
      '/modeling/product-catalog',
      EVENTS,
      '/raster/band-catalog',
      `/api/v1/modeling/v1/jobs/${id}/download/mean`,
    ]
    let visits = 0
    /** Visits for this many seconds; the times of whole pages in ms. */
    const visitFor = async (seconds: number) => {
      const times: number[] = []
      const end = performance.now() + 1000 * seconds
      const oneByOne = async () => {
        while (performance.now() < end) {
          const path = paths[visits % paths.length]
          const cookie = `token=${people[visits % people.length].token}`
          const leaves = path === EVENTS || random() < ABORTED
          visits++
          const start = performance.now()
          const status = await visit(path, { cookie, 'accept-encoding': 'gzip, br' }, leaves)
          if (leaves) continue
          expect(status, path).toBe(200)
          if (!path.startsWith('/api/')) times.push(performance.now() - start)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, oneByOne))
      return times
    }
    const parts = { web, service }
    const names = ['web', 'service'] as const

    // Everything that is created once is created before the count begins.
    await visitFor(Math.min(60, SECONDS / 3))
    await sleep(1000)
    const files = names.map((name) => openFiles(parts[name].pid))
    const settled = async () => {
      for (const [n, name] of names.entries())
        await until(
          `${name} closes its files`,
          10_000,
          () => openFiles(parts[name].pid) <= files[n] + KEPT_ALIVE,
        )
      const [ofWeb, ofService] = await Promise.all(names.map((name) => memoryOf(parts[name], fileOf(name))))
      return { visits, web: ofWeb, service: ofService }
    }
    /** Bytes that each visit leaves behind, the growth of resident memory, and the times of whole pages by round. */
    const soak = async () => {
      const seen = [await settled()]
      const times: number[][] = []
      for (let round = 0; round < ROUNDS; round++) {
        times.push(await visitFor(SECONDS / ROUNDS))
        seen.push(await settled())
      }
      const kept = names.map((name) =>
        slope(seen.map((one) => [one.visits, one[name].heapUsed + one[name].external])),
      )
      const grown = names.map((name) => seen.at(-1)![name].rss / seen[0][name].rss)
      // A long soak may be repeated for hours: what it has found so far.
      if (SECONDS >= 300)
        for (const [n, name] of names.entries())
          process.stderr.write(
            `${name}: ${Math.round(kept[n])} bytes a visit (${seen.at(-1)!.visits} visits), resident memory ${grown[n].toFixed(2)} times\n`,
          )
      return { kept: Math.max(...kept), grown: Math.max(...grown), times }
    }
    // Code that is still being compiled stops growing; a leak continues with every visit.
    const soaks = [await soak()]
    const isFlat = ({ kept, grown }: (typeof soaks)[0]) => kept < MOST_KEPT && grown < 1.15
    while (!isFlat(soaks.at(-1)!) && soaks.length < 3) soaks.push(await soak())
    const { kept, grown, times } = soaks.at(-1)!
    expect(kept).toBeLessThan(MOST_KEPT)
    expect(grown).toBeLessThan(1.15)
    expect(web.said()).not.toContain('A request failed')
    if (SECONDS < 300) return
    const [first, second] = [times.slice(0, ROUNDS / 2), times.slice(ROUNDS / 2)].map((half) =>
      percentile(half.flat(), 0.99),
    )
    expect(second / first).toBeLessThan(1.2)
  }, 7_200_000)
})
