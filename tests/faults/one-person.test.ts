import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bands, place_group_versions, users } from '#service/db/schema.ts'
import { hashPassword } from '#service/domain/accounts/password.ts'
import { createPerson, type TestPerson } from '../support/service.ts'
import { addWideRasters } from '../support/rasters/wide-rasters.ts'
import { waitUntilEnded } from '../support/jobs/wait-for-job.ts'
import { call } from './support/call.ts'
import type { CrowdCall } from './support/crowd.ts'
import { type DearCall, dearestCalls } from './support/dearest-calls.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import type { ServicePart } from './support/part.ts'
import { percentile, until } from './support/times.ts'

const CONNECTIONS = 20
/** What the other person notices. */
const LIST_MS = 500
const LOGIN_MS = 1000
const LOOKS = 8
/** Far more than an idle machine needs with nobody else. */
const IDLE_LIST_MS = 50
const IDLE_LOGIN_MS = 250
const TRIES = 3
/** Names of calls, to repeat some: FAULT_CALLS='stac|getPlaces'. */
const CHOSEN = new RegExp(process.env.FAULT_CALLS ?? '', 'i')
const PASSWORD = 'the password of the other person'
const JOBS = 3000
const PLACES = 60

let bench: FaultBench
let part: ServicePart
let crowd: ChildProcess
let other: TestPerson
/** Looks at the list; another one for each call, because a person has 600 calls per minute. */
let reader: TestPerson
let calls: DearCall[]
beforeAll(async () => {
  bench = await createFaultBench()
  const { services } = bench.service
  const { db } = services
  other = await createPerson(services, 'viewer')
  const password_hash = await hashPassword(PASSWORD)
  await db.update(users).set({ password_hash }).where(eq(users.id, other.id))

  const worker = bench.work()
  const [job, second] = [await bench.submit(), await bench.submit()]
  await waitUntilEnded(db, [job, second])
  worker.kill('SIGTERM')
  await worker.ended
  await addWideRasters(services, { assets: 6, bands: 512, words: 'x'.repeat(500) })
  await db.execute(sql`
    insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name,
      method, layer, data_description, status)
    select submission_id, app_user_id, config_row + n, iso3_code, target, source, source_wave, round, stack_name, method,
      layer, repeat('x', 400), 'cancelled'
    from jobs, generate_series(1, ${JOBS}::int) as n where id = ${job}`)
  const [version] = await db
    .insert(place_group_versions)
    .values({ iso3_code: 'TST', place_type: 'adm2', version: 'large' })
    .returning()
  await db.execute(sql`
    insert into places (version_id, position, code, name, geometry)
    select ${version.id}, n, 'P' || n, 'Place ' || n, jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(
      (select jsonb_agg(jsonb_build_array(random() + i * 0, random() + n * 0)) from generate_series(1, 5000) as i)))
    from generate_series(0, ${PLACES}::int - 1) as n`)
  await db.execute(sql`analyze`)
  const [{ id: band, asset_id: asset }] = await db.select().from(bands).where(eq(bands.name, 'tst_height'))
  const { surveyId: survey, submissionId: submission } = bench.fixture
  calls = dearestCalls({ job, other: second, band, asset, version: version.id, survey, submission })

  // Nothing leaves this machine.
  part = await bench.serve({
    TRUST_PROXY: 'loopback',
    COMIC_URL: 'http://127.0.0.1:9/',
    WORLDPOP_HOSTS: '127.0.0.1',
  })
  crowd = fork(join(import.meta.dirname, 'support/crowd.ts'), { execArgv: [] })
}, 240_000)
afterAll(async () => {
  crowd?.disconnect()
  await bench.close()
})

const list = () => call(`${part.base}/modeling/v1/jobs/details?limit=10`, { headers: reader.headers })
const logIn = () =>
  call(`${part.base}/auth/login/access-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.2' },
    body: new URLSearchParams({ username: other.email, password: PASSWORD }).toString(),
  })

interface Figures {
  list: number
  login: number
  statuses: Record<string, number>
}

/** What another person waits while one person repeats this call on twenty connections. */
async function besides({ endpoint, path, headers, body }: DearCall): Promise<Figures> {
  const attacker = await createPerson(bench.service.services, 'admin')
  reader = await createPerson(bench.service.services, 'viewer')
  const url = part.base.replace(/\/api\/v1$/, '') + path
  const authorization: Record<string, string> = endpoint.access === 'public' ? {} : attacker.headers
  crowd.send({
    url,
    method: endpoint.method,
    headers: { ...headers, ...authorization, 'x-forwarded-for': '192.0.2.1' },
    body: body?.toString('base64'),
    connections: CONNECTIONS,
  } satisfies CrowdCall)
  await sleep(100)
  const login = logIn()
  const looks: number[] = []
  for (let n = 0; n < LOOKS; n++) {
    const { status, ms } = await list()
    expect(status, endpoint.name).toBe(200)
    looks.push(ms)
    await sleep(20)
  }
  const { status, ms } = await login
  expect(status, endpoint.name).toBe(200)
  const ended = once(crowd, 'message')
  crowd.send('stop')
  const [statuses] = (await ended) as [Record<string, number>]
  await until('the calls are over', 30_000, async () => (await list()).ms < 100).catch(() => {})
  return { list: percentile(looks, 0.95), login: ms, statuses }
}

/** How many times slower the machine is now, with nobody else on the service, than one that is idle: at most twice. */
async function slowness(): Promise<number> {
  const looks: number[] = []
  for (let n = 0; n < LOOKS; n++) looks.push((await list()).ms)
  const slower = Math.max(percentile(looks, 0.95) / IDLE_LIST_MS, (await logIn()).ms / IDLE_LOGIN_MS)
  return Math.min(2, Math.max(1, slower))
}

it('P19 twenty connections of one person on any call leave others their lists within 500 ms and a login within 1 s', async () => {
  const late: string[] = []
  const useful = new Set<string>()
  for (const dear of calls) {
    const { name } = dear.endpoint
    if (!CHOSEN.test(name)) continue
    let words = ''
    let fits = false
    for (let n = 0; n < TRIES && !fits; n++) {
      // Other programs may have the machine: the bounds are for one that is idle.
      const slower = n === 0 ? 1 : await slowness()
      const { list, login, statuses } = await besides(dear)
      fits = list <= LIST_MS * slower && login <= LOGIN_MS * slower
      words = `${name}: list ${list.toFixed(0)} ms, login ${login.toFixed(0)} ms, ${slower.toFixed(1)} times slower, ${JSON.stringify(statuses)}`
      if (Object.keys(statuses).some((status) => status.startsWith('2'))) useful.add(name)
      // It may end its caller's session or meet a limit, but no error of ours.
      expect(statuses, name).not.toHaveProperty('500')
    }
    // oxlint-disable-next-line no-console -- the figures of each call, if they are asked for
    if (process.env.FAULT_FIGURES) console.log(words)
    if (!fits) late.push(words)
  }
  expect(late).toEqual([])
  // Most inputs are valid: a rejected one costs little.
  const chosen = calls.filter(({ endpoint }) => CHOSEN.test(endpoint.name))
  expect(useful.size).toBeGreaterThan(0.5 * chosen.length)
}, 900_000)
