import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openFiles, type ServicePart, startServicePart } from '../faults/support/part.ts'
import { percentile, until } from '../faults/support/times.ts'
import {
  comb,
  GEOPACKAGE_TABLES,
  geoPackage,
  HUGE_TEXT,
  identicalSquares,
  recursion,
  sharedPages,
} from '../support/hostile-outlines.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { type TestPerson, type TestService, createTestService } from '../support/service.ts'

let service: TestService
let part: ServicePart
let staff: TestPerson
let other: TestPerson
const start = () =>
  startServicePart({ DATABASE_URL: service.database.url, DATA_DIR: service.services.config.dataDir })
beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  other = await service.logIn('staff')
  part = await start()
  // Warms up what is slow only the first time.
  await watched(send('warm.geojson', identicalSquares(2)))
  looks.length = 0
})
afterAll(async () => {
  await part.end()
  await service.close()
})
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('strata-outlines'))
afterEach(() => {
  expect(childrenOf(part.pid)).toEqual([])
  expect(folders()).toEqual([])
})

async function send(
  name: string,
  content: Buffer,
  { who = staff, signal, path = '/validate' }: { who?: TestPerson; signal?: AbortSignal; path?: string } = {},
) {
  const body = new FormData()
  body.set('iso3_code', 'TGO')
  body.set('place_type', 'adm1')
  body.set('version', 'hostile')
  body.set('file', new Blob([new Uint8Array(content)]), name)
  const url = `${part.base}/place_group/versions${path}`
  const begun = performance.now()
  const answer = await fetch(url, { method: 'POST', headers: who.headers, body, signal })
  const text = await answer.text()
  return {
    status: answer.status,
    ms: performance.now() - begun,
    text,
    json: JSON.parse(text) as { valid?: boolean; detail?: string; findings: { message: string }[] },
  }
}

/** Response times of the service while hostile files were read, in ms. */
const looks: number[] = []
async function watched<Result>(work: Promise<Result>): Promise<Result> {
  let over = false
  const looking = (async () => {
    while (!over) {
      const begun = performance.now()
      await (await fetch(`http://127.0.0.1:${part.port}/healthz`)).text()
      looks.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  const result = await work.finally(() => (over = true))
  await looking
  return result
}

const GEOPACKAGES: [string, Buffer][] = [
  ...GEOPACKAGE_TABLES.flatMap((table): [string, Buffer][] => [
    [`${table}: a view without an end`, geoPackage({ [table]: recursion(table) })],
    [
      `${table}: a view without an end, above 64 KiB`,
      geoPackage({ [table]: recursion(table) }, { padding: 100_000 }),
    ],
  ]),
  ['a view of 20 million rows', geoPackage({ gpkg_contents: recursion('gpkg_contents', 20_000_000) })],
  ['a view with 60 MB of text', geoPackage({ gpkg_contents: HUGE_TEXT })],
  [
    'a computed column of 60 MB',
    geoPackage({
      units:
        "create table units (code, geom, name text as (printf('%.*c', 60000000, 'x'))); insert into units values (1, null)",
    }),
  ],
  [
    'a virtual table as the layer',
    geoPackage({ units: 'create virtual table units using fts5(name, code, geom)' }),
  ],
  ['a view that nothing names', geoPackage({}, { afterwards: 'create view other as select 1' })],
]

describe('a GeoPackage with executable content', () => {
  it.each(GEOPACKAGES)('is rejected at once: %s', async (_what, content) => {
    const result = await watched(send('a.gpkg', content))
    expect(result.status, result.text.slice(0, 500)).toBe(200)
    expect(result.json.valid).toBe(false)
    expect(result.json.findings[0].message).toMatch(/only (plain tables|stored columns) are read/)
    expect(result.text.length).toBeLessThan(2000)
    expect(result.ms).toBeLessThan(5000)
    const kept = await send('a.gpkg', content, { path: '' })
    expect(kept.status).toBe(422)
  })

  it('with pages that share their values is damaged', async () => {
    const result = await watched(send('a.gpkg', sharedPages()))
    expect(result.json.findings).toMatchObject([
      { message: /^is damaged: it holds more than its size allows/ },
    ])
  })
})

describe('expensive outlines', () => {
  it('420 identical squares block no one', async () => {
    const result = await watched(send('a.geojson', identicalSquares(420)))
    expect(result.status).toBe(200)
    expect(result.json).toMatchObject({ valid: true })
    expect(result.json.findings).toHaveLength(200)
    expect(result.ms).toBeLessThan(5000)
  })

  it('edges close together block no one, and no other person waits for them', async () => {
    const content = comb(20_000)
    await watched(
      (async () => {
        const all = Array.from({ length: 9 }, () => send('a.geojson', content))
        await until('it works', 10_000, () => childrenOf(part.pid).length > 0)
        const theirs = await send('b.geojson', identicalSquares(2), { who: other })
        expect(theirs.json.valid).toBe(true)
        expect(theirs.ms).toBeLessThan(5000)
        const answers = await Promise.all(all)
        // A person has four calls in progress; the others wait in turn.
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
      })(),
    )
  })

  it('are aborted when their sender disconnects, even while they wait', async () => {
    const before = openFiles(part.pid)
    const content = comb(20_000)
    for (let round = 0; round < 5; round++) {
      const sender = new AbortController()
      const sent = Array.from({ length: 4 }, () =>
        send('a.geojson', content, { signal: sender.signal }).catch(() => null),
      )
      await until('it works', 10_000, () => childrenOf(part.pid).length > 0)
      sender.abort()
      await Promise.all(sent)
      await until('the process has ended', 1000, () => childrenOf(part.pid).length === 0)
    }
    const next = await send('b.geojson', identicalSquares(2))
    expect(next.json.valid).toBe(true)
    // A child has five pipes; kept-alive connections are not counted.
    await until('pipes are closed', 5000, () => openFiles(part.pid) <= before + 12)
  })

  it('end with the service, even when it is killed', async () => {
    void send('a.geojson', comb(20_000)).catch(() => null)
    await until('it works', 10_000, () => childrenOf(part.pid).length > 0)
    const children = childrenOf(part.pid)
    // The watchdog starts a moment after the process.
    await new Promise((resolve) => setTimeout(resolve, 500))
    await part.end()
    await until('its processes have ended', 2000, () => !children.some(isRunning))
    part = await start()
  })

  it('leave the service as fast as before: 95 of 100 requests are answered within 200 ms', () => {
    expect(looks.length).toBeGreaterThan(100)
    expect(percentile(looks, 0.95)).toBeLessThan(200)
    expect(Math.max(...looks)).toBeLessThan(2000)
  })
})
