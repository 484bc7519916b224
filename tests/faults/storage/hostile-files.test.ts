import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadFolder } from '#service/load/load-folder.ts'
import { countryFolder, layer } from '../../fixtures/configuration/country-folder.ts'
import { configuration, multipart, type SentPart } from '../../fixtures/configuration/send.ts'
import { comb, geoPackage, HUGE_TEXT, identicalSquares, recursion } from '../../support/hostile-outlines.ts'
import { oneBlockManyTiles } from '../../support/rasters/hostile-rasters.ts'
import { childrenOf, residentMiB, threadsOf } from '../../support/processes.ts'
import { type TestPerson, type TestService, createPerson, createTestService } from '../../support/service.ts'
import { call } from '../support/call.ts'
import { type FaultWorker, forkFaultWorker } from '../support/fault-worker.ts'
import { filesAndClients, type ServicePart, startServicePart } from '../support/part.ts'
import { percentile, until } from '../support/times.ts'
import { LONG } from '../../support/long.ts'

/** Seconds of the attack. */
const SECONDS = Math.max(10, Number(process.env.FAULT_SECONDS ?? (LONG ? 600 : 25)))

let service: TestService
let part: ServicePart
let worker: FaultWorker
let attacker: TestPerson
let other: TestPerson
beforeAll(async () => {
  service = await createTestService()
  attacker = await service.logIn('staff')
  other = await service.logIn('staff')
  const folder = await countryFolder()
  await loadFolder(service.services, folder.path, { actorId: other.id, submit: false })
  await folder.remove()
  const { url } = service.database
  const { dataDir } = service.services.config
  part = await startServicePart({ DATABASE_URL: url, DATA_DIR: dataDir })
  // It reads the rasters; layers take it no time.
  worker = forkFaultWorker({ url, dataDir, ms: 0, note: '', empty: true })
  await worker.ready
})
afterAll(async () => {
  await part.end()
  worker.kill('SIGKILL')
  await worker.exited
  await service.close()
})

const post = (person: TestPerson, path: string, fields: Record<string, string>, file: SentPart) => {
  const { payload, headers } = multipart(fields, [file])
  return call(part.base + path, { method: 'POST', headers: { ...headers, ...person.headers }, body: payload })
}
const UNITS = { iso3_code: 'TGO', place_type: 'adm1', version: 'sent' }
const sendOutlines = (person: TestPerson, name: string, content: Buffer) =>
  post(person, '/place_group/versions/validate', UNITS, { field: 'file', name, content })

/** Files that once stopped the service, or blocked everyone. */
const HOSTILE: (() => Promise<{ status: number }>)[] = [
  geoPackage({ gpkg_contents: recursion('gpkg_contents') }),
  geoPackage({ gpkg_contents: recursion('gpkg_contents') }, { padding: 100_000 }),
  geoPackage({ gpkg_spatial_ref_sys: recursion('gpkg_spatial_ref_sys') }),
  geoPackage({ gpkg_contents: HUGE_TEXT }),
]
  .map((content) => () => sendOutlines(attacker, 'a.gpkg', content))
  .concat(
    [identicalSquares(420), comb(4000)].map((content) => () => sendOutlines(attacker, 'a.geojson', content)),
    () =>
      post(
        attacker,
        '/raster/v1/assets',
        { name: `hostile ${Math.random()}` },
        {
          field: 'file',
          name: 'a.tif',
          content: oneBlockManyTiles(),
        },
      ),
  )

let sent = 0
/** Another person's actions, each on a separate connection. */
const ACTIONS: Record<string, () => Promise<{ status: number }>> = {
  '/healthz': () => call(`http://127.0.0.1:${part.port}/healthz`),
  list: () => call(`${part.base}/modeling/v1/jobs/details?limit=10`, { headers: other.headers }),
  upload: () => sendOutlines(other, 'b.geojson', identicalSquares(2)),
  submission: async () => {
    // Ten per minute are allowed for each.
    const person = sent % 8 === 0 ? (other = await createPerson(service.services, 'staff')) : other
    return post(
      person,
      '/modeling/v1/run/file',
      { title: 'Sent meanwhile' },
      { field: 'file', name: 'a.csv', content: configuration({ ...layer, seed: ++sent }) },
    )
  },
}

/** The duration of each action in ms, done in turn for this many seconds. */
async function measure(seconds: number): Promise<Record<string, number[]>> {
  const taken: Record<string, number[]> = {}
  const until = performance.now() + 1000 * seconds
  while (performance.now() < until)
    for (const [name, act] of Object.entries(ACTIONS)) {
      const begun = performance.now()
      const { status } = await act()
      expect(status, name).toBe(200)
      ;(taken[name] ??= []).push(performance.now() - begun)
      await sleep(60)
    }
  return taken
}

const state = () => ({
  children: childrenOf(part.pid).length,
  threads: threadsOf(part.pid),
  files: filesAndClients(part.pid, part.port),
  folders: readdirSync(tmpdir()).filter((name) => /^strata-(outlines|raster|work)/.test(name)).length,
  memory: residentMiB(part.pid),
})

describe('one person sends hostile files sixty times a minute', () => {
  it('and nobody else notices', async () => {
    // Warms up every kind of action that is slow only the first time.
    for (const send of HOSTILE) await send()
    await measure(4)
    const before = await measure(Math.min(60, SECONDS / 2))
    const start = state()
    const answers: number[] = []
    const pending: Promise<unknown>[] = []
    let over = false
    const attack = (async () => {
      for (let n = 0; !over; n++) {
        pending.push(HOSTILE[n % HOSTILE.length]().then(({ status }) => answers.push(status)))
        await sleep(1000)
      }
    })()
    const during = await measure(SECONDS).finally(() => (over = true))
    await attack
    await Promise.all(pending)
    const afterwards = await measure(Math.min(60, SECONDS / 2))
    const usual = (name: string) =>
      Math.max(...[before, afterwards].map((times) => percentile(times[name], 0.95)))
    for (const [name, times] of Object.entries(during)) {
      const [was, is] = [usual(name), percentile(times, 0.95)]
      expect(is - was, `p95 of ${name}: ${was.toFixed(0)} ms, then ${is.toFixed(0)} ms`).toBeLessThan(200)
    }
    // Every one was answered: validated, rejected, or asked to wait.
    expect(answers.length).toBeGreaterThanOrEqual(SECONDS - 5)
    expect(answers.filter((status) => ![200, 422, 429, 503].includes(status))).toEqual([])

    // Map readers stay; processes started for a file do not.
    await until('its processes have ended', 10_000, () => state().children <= start.children)
    await until('its files are closed', 10_000, () => state().files <= start.files + 5)
    const end = state()
    expect(end.threads).toBeLessThanOrEqual(start.threads)
    expect(end.folders).toBeLessThanOrEqual(start.folders)
    expect(end.memory - start.memory).toBeLessThan(100)
  }, 900_000)
})
