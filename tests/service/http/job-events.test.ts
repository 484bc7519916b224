import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { BASE_PATH } from '#contract/endpoint.ts'
import { eq, sql } from '#drizzle'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { job_tags, jobs, sessions, tags } from '#service/db/schema.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let owner: TestPerson
let fixture: LayerFixture
let base: string
const open: AbortController[] = []

interface Event {
  id: string
  event: string
  data: {
    id: number
    status: string
    fraction: number
    submission_id: number
    queue_position: number | null
    final: boolean
    tags: { name: string }[]
  }
}

/** A reader of the stream: `next` returns the next event, or null at the end of the stream. */
async function watch(query = '', headers: Record<string, string> = {}, person = owner) {
  const controller = new AbortController()
  open.push(controller)
  const response = await fetch(`${base}/modeling/v1/jobs/events${query}`, {
    headers: { ...person.headers, ...headers },
    signal: controller.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Event | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        if (field('event') === 'job')
          return { id: field('id')!, event: field('event')!, data: JSON.parse(field('data')!) }
        continue
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += value
    }
  }
  return { response, next, stop: () => controller.abort() }
}

const change = (id: number, values: Partial<typeof jobs.$inferInsert>) =>
  service.services.db.update(jobs).set(values).where(eq(jobs.id, id))

/** Disconnected readers are noticed a moment later. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300))

beforeAll(async () => {
  service = await createTestService()
  owner = await service.logIn('viewer')
  fixture = await createLayerFixture(service.services, owner.id)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = service.app.server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${BASE_PATH}`
})
afterEach(async () => {
  for (const controller of open.splice(0)) controller.abort()
  await settle()
})
afterAll(() => service.close())

describe('live events of jobs', () => {
  it('arrive as events with an id', async () => {
    const id = await fixture.addJob()
    const stream = await watch()
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(stream.response.headers.get('cache-control')).toContain('no-store')
    await settle()
    await change(id, { status: 'running', step: 'Fitting', fraction: 0.25, attempt: 1 })
    const event = (await stream.next())!
    expect(event).toMatchObject({
      event: 'job',
      data: { id, status: 'running', step: 'Fitting', fraction: 0.25 },
    })
    expect(event.id).toMatch(/^[0-9a-f]{8}-\d+$/)
  })

  it.each([{ final: true }, { all_adm_pass: false }, { is_overfit: true }])('report %j', async (changes) => {
    const id = await fixture.addJob({ status: 'completed', target: JSON.stringify(changes) })
    await settle()
    const stream = await watch()
    await settle()
    await change(id, changes)
    expect((await stream.next())?.data).toMatchObject({ id, status: 'completed', ...changes })
  })

  it("report a job's tags: added, renamed, removed", async () => {
    const { db } = service.services
    const id = await fixture.addJob()
    const [tag] = await db.insert(tags).values({ name: 'pilot' }).returning()
    await settle()
    const stream = await watch()
    await settle()
    const namesOf = async () => (await stream.next())?.data.tags.map(({ name }) => name)
    await db.insert(job_tags).values({ job_id: id, tag_id: tag.id })
    expect(await namesOf()).toEqual(['pilot'])
    await db.update(tags).set({ name: 'Pilot' }).where(eq(tags.id, tag.id))
    expect(await namesOf()).toEqual(['Pilot'])
    await db.delete(job_tags).where(eq(job_tags.job_id, id))
    expect(await namesOf()).toEqual([])
  })

  it("report at most the newest 200 of a tag's jobs", async () => {
    const { db } = service.services
    const ids: number[] = []
    for (let i = 0; i < 203; i++) ids.push(await fixture.addJob())
    const [tag] = await db.insert(tags).values({ name: 'everywhere' }).returning()
    const listener = new pg.Client({ connectionString: db.$client.options.connectionString })
    await listener.connect()
    const heard: number[] = []
    listener.on('notification', ({ payload }) => heard.push(Number(payload)))
    await listener.query('listen job_changed')
    /** Notifications arrive before the answer of a statement that follows them. */
    const reported = async () => {
      await listener.query('select 1')
      return heard.splice(0).sort((a, b) => a - b)
    }
    await db.insert(job_tags).values(ids.map((job_id) => ({ job_id, tag_id: tag.id })))
    expect(await reported()).toEqual(ids.slice(3))
    await db.update(tags).set({ colour: '#000000' }).where(eq(tags.id, tag.id))
    expect(await reported()).toEqual(ids.slice(3))
    await db.delete(tags).where(eq(tags.id, tag.id))
    expect(await reported()).toEqual(ids.slice(3))
    await listener.end()
  })

  it('are those of the requested submission', async () => {
    const id = await fixture.addJob()
    const [other, mine] = [
      await watch('?submission_id=999999'),
      await watch(`?submission_id=${fixture.submissionId}`),
    ]
    await settle()
    await change(id, { fraction: 0.5 })
    expect((await mine.next())?.data.id).toBe(id)
    const nothing = Symbol('nothing')
    expect(await Promise.race([other.next(), settle().then(() => nothing)])).toBe(nothing)
  })

  it('missed between two connections are sent again, with the final state', async () => {
    const id = await fixture.addJob()
    const first = await watch()
    await settle()
    await change(id, { status: 'running', fraction: 0.1 })
    const seen = (await first.next())!
    first.stop()
    await settle()
    await change(id, { fraction: 0.9 })
    await settle()
    await change(id, { status: 'completed', fraction: 1 })
    await settle()
    const again = await watch('', { 'last-event-id': seen.id })
    const event = (await again.next())!
    expect(event.data).toMatchObject({ id, status: 'completed', fraction: 1 })
    // An id of another process means nothing, and does no harm.
    const strange = await watch('', { 'last-event-id': 'ffffffff-3' })
    await settle()
    await change(id, { fraction: 0.99 })
    expect((await strange.next())?.data.fraction).toBe(0.99)
  })

  it('that the reader has seen are not sent again', async () => {
    const [seenJob, nextJob] = [await fixture.addJob(), await fixture.addJob()]
    // The events of two new jobs are over before anyone listens.
    await settle()
    const first = await watch()
    await change(seenJob, { status: 'running', fraction: 0.1 })
    const seen = (await first.next())!
    expect(seen.data).toMatchObject({ id: seenJob, fraction: 0.1 })
    first.stop()
    await settle()
    const again = await watch('', { 'last-event-id': seen.id })
    await settle()
    await change(nextJob, { fraction: 0.2 })
    expect((await again.next())?.data.id).toBe(nextJob)
  })

  it('begin with a heartbeat and repeat it every 15 seconds, without an id', async () => {
    const beats: (() => void)[] = []
    const setInterval_ = globalThis.setInterval
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((beat: () => void, ms?: number) => {
      if (ms === 15_000) beats.push(beat)
      return setInterval_(beat, ms)
    }) as typeof setInterval)
    const controller = new AbortController()
    open.push(controller)
    const { signal } = controller
    const response = await fetch(`${base}/modeling/v1/jobs/events`, { headers: owner.headers, signal })
    vi.restoreAllMocks()
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const reader = response.body!.getReader()
    const heartbeat = 'event: heartbeat\ndata: {}\n\n'
    const read = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await read()).toBe(`retry: 2000\n${heartbeat}`)
    for (const beat of beats) beat()
    expect(await read()).toBe(heartbeat)
  })

  it('end at the next heartbeat for a person whose session has expired, and continue for others', async () => {
    // Only the heartbeat is sped up; everything else keeps its time.
    const beats: (() => void)[] = []
    const setInterval_ = globalThis.setInterval
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((beat: () => void, ms?: number) => {
      if (ms === 15_000) beats.push(beat)
      return setInterval_(beat, ms)
    }) as typeof setInterval)
    const leaver = await service.logIn('viewer')
    const [theirs, mine] = [await watch('', {}, leaver), await watch()]
    vi.restoreAllMocks()
    expect(beats).toHaveLength(2)
    await service.services.db
      .update(sessions)
      .set({ expires_at: new Date(0) })
      .where(eq(sessions.user_id, leaver.id))
    for (const beat of beats) beat()
    expect(await theirs.next()).toBeNull()
    const id = await fixture.addJob()
    await settle()
    await change(id, { fraction: 0.4 })
    expect((await mine.next())?.data.id).toBe(id)
  })

  it.each([
    [
      'who logs out',
      (person, _admin) => ({ method: 'DELETE', url: '/auth/logout', headers: person.headers }),
    ],
    [
      'who is disabled',
      ({ id }, admin) => ({
        method: 'POST',
        url: `/users/${id}/disable`,
        payload: { reason: 'left' },
        ...admin,
      }),
    ],
    [
      'who loses a role',
      ({ id }, admin) => ({
        method: 'PUT',
        url: `/users/${id}/roles`,
        payload: { roles: ['viewer'] },
        ...admin,
      }),
    ],
  ] satisfies [
    string,
    (person: TestPerson, admin: Pick<TestPerson, 'headers'>) => InjectOptions & { url: string },
  ][])('end at once for a person %s, and continue for others', async (_who, call) => {
    const { headers } = await service.logIn('admin')
    const leaver = await service.logIn('staff')
    const [theirs, mine] = [await watch('', {}, leaver), await watch()]
    expect((await service.inject(call(leaver, { headers }))).statusCode).toBe(200)
    const ended = performance.now()
    expect(await theirs.next()).toBeNull()
    expect(performance.now() - ended).toBeLessThan(2000)
    const id = await fixture.addJob()
    await settle()
    await change(id, { fraction: 0.4 })
    expect((await mine.next())?.data.id).toBe(id)
  })

  it('end at once with the access token that opened them, and only those', async () => {
    const make = (name: string) =>
      service.inject({
        method: 'POST',
        url: '/users/me/access-tokens',
        headers: owner.headers,
        payload: { name, scopes: ['read'], expires_in_days: 1 },
      })
    const [{ id, token }, { token: kept }] = [(await make('one')).json(), (await make('two')).json()]
    const withToken = (text: string) => watch('', { authorization: `Bearer ${text}` })
    const [ended, going] = [await withToken(token), await withToken(kept)]
    await service.inject({ method: 'DELETE', url: `/users/me/access-tokens/${id}`, headers: owner.headers })
    expect(await ended.next()).toBeNull()
    const job = await fixture.addJob()
    await settle()
    await change(job, { fraction: 0.4 })
    expect((await going.next())?.data.id).toBe(job)
  })

  it('end the stream when the database connection is lost, and work again on the next', async () => {
    const id = await fixture.addJob()
    const stream = await watch()
    await settle()
    await service.services.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'strata-events' and datname = current_database()`,
    )
    // Earlier events come first; then the end.
    while ((await stream.next()) !== null);
    const again = await watch()
    await settle()
    await change(id, { fraction: 0.7 })
    expect((await again.next())?.data).toMatchObject({ id, fraction: 0.7 })
  })

  it('use one connection to the database, and at most five streams per person', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => watch()))
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200])
    const sixth = await fetch(`${base}/modeling/v1/jobs/events`, { headers: owner.headers })
    expect(sixth.status).toBe(429)
    expect(sixth.headers.get('retry-after')).toBe('15')
    await settle()
    const { rows } = await service.services.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity where application_name = 'strata-events' and datname = current_database()`,
    )
    expect(rows[0].n).toBe(1)
    streams[0].stop()
    await settle()
    expect((await watch()).response.status).toBe(200)
    const someoneElse = await service.logIn('staff')
    expect((await watch('', {}, someoneElse)).response.status).toBe(200)
  })

  it('leave nothing behind when readers disconnect', async () => {
    for (let i = 0; i < 40; i++) {
      const stream = await watch()
      expect(stream.response.status).toBe(200)
      stream.stop()
      // The service notices a moment later; five at once would be too many.
      if (i % 4 === 3) await settle()
    }
    const left = await Promise.all(Array.from({ length: 5 }, () => watch()))
    expect(left.every(({ response }) => response.status === 200)).toBe(true)
  })

  describe('with a database that is slow to listen', () => {
    /** `listen` waits for this promise and fails with it. */
    async function holdListen(until: Promise<unknown>): Promise<void> {
      const { db } = service.services
      const sessionsOfEvents = sql`from pg_stat_activity where application_name = 'strata-events' and datname = current_database()`
      await db.execute(sql`select pg_terminate_backend(pid) ${sessionsOfEvents}`)
      const left = async () => (await db.execute(sql`select pid ${sessionsOfEvents}`)).rows
      await expect.poll(left).toEqual([])
      await settle()
      const { query } = pg.Client.prototype as { query: (this: pg.Client, ...args: unknown[]) => unknown }
      vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...args: unknown[]
      ) {
        const run = () => query.apply(this, args)
        return (String(args[0]).startsWith('listen ') ? until.then(run) : run()) as never
      })
    }
    afterEach(() => vi.restoreAllMocks())

    it('the head is sent once changes are received: the very next one arrives', async () => {
      const id = await fixture.addJob()
      const { promise, resolve } = Promise.withResolvers<void>()
      await holdListen(promise)
      const opening = watch()
      expect(await Promise.race([opening, settle()])).toBeUndefined()
      resolve()
      const stream = await opening
      await change(id, { fraction: 0.3 })
      expect((await stream.next())?.data).toMatchObject({ id, fraction: 0.3 })
    })

    it('a stream whose session ends meanwhile ends at once', async () => {
      const leaver = await service.logIn('viewer')
      const { promise, resolve } = Promise.withResolvers<void>()
      await holdListen(promise)
      const opening = watch('', {}, leaver)
      await settle()
      await service.inject({ method: 'DELETE', url: '/auth/logout', headers: leaver.headers })
      resolve()
      expect(await (await opening).next()).toBeNull()
    })

    it('they are rejected with 503 if it cannot listen, and hold no slot', async () => {
      const failing = Promise.reject(new Error('cannot listen'))
      failing.catch(() => {})
      await holdListen(failing)
      for (let i = 0; i < 7; i++) {
        // A separate connection: a kept-alive one would delay the service's stop.
        const [response] = (await once(
          get(`${base}/modeling/v1/jobs/events`, { headers: owner.headers, agent: false }),
          'response',
        )) as [IncomingMessage]
        response.resume()
        expect(response.statusCode).toBe(503)
        expect(response.headers['retry-after']).toBe('5')
        expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
      }
      vi.restoreAllMocks()
      expect((await watch()).response.status).toBe(200)
    })
  })

  it('end with the service', async () => {
    const other = await createTestService()
    const person = await other.logIn('viewer')
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    const address = other.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const response = await fetch(`http://127.0.0.1:${port}${BASE_PATH}/modeling/v1/jobs/events`, {
      headers: person.headers,
    })
    const reading = response.text()
    await settle()
    await other.close()
    expect(await reading).toContain('retry: 2000')
  })
})
