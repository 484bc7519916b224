import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#drizzle'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { type LayerFixture, createLayerFixture, seeded } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let fixture: LayerFixture
let person: TestPerson
let port: number
beforeAll(async () => {
  service = await createTestService()
  person = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, person.id)
  await fixture.addJob()
  await service.services.db.execute(sql`
    insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name,
      method, layer, data_description)
    select submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name, method, layer,
      repeat('x', 500)
    from jobs, generate_series(1, 10000)`)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as AddressInfo).port
})
afterAll(() => service.close())

/** Requests the export and disconnects at this moment, whatever has arrived. */
const leave = (moment: Promise<unknown>, format: string) =>
  new Promise<void>((resolve) => {
    const request = get({
      port,
      path: `${BASE_PATH}/modeling/v1/jobs/export?format=${format}`,
      headers: person.headers,
      agent: false,
    })
    request.on('error', () => {})
    request.on('close', resolve)
    void moment.then(() => request.destroy())
  })

/** Both of the person's slots and every connection are free again. */
async function expectFree(): Promise<void> {
  const { $client: pool } = service.services.db
  for (let n = 0; n < 200 && pool.idleCount < pool.totalCount; n++) await sleep(20)
  expect(pool.idleCount).toBe(pool.totalCount)
  const both = await Promise.all(
    [1, 2].map(() =>
      service.inject({ url: '/modeling/v1/jobs/export?iso3_code=TGO', headers: person.headers }),
    ),
  )
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
}

describe('an export whose reader disconnects', () => {
  it.each(['csv', 'xlsx'])('at any moment, releases its slot (%s)', async (format) => {
    const random = seeded(5)
    for (let n = 0; n < 30; n++) await leave(sleep(random() * 60), format)
    await expectFree()
  })

  it('while it waits for a connection, releases its slot', async () => {
    const { $client: pool } = service.services.db
    const held = await Promise.all(Array.from({ length: 9 }, () => pool.connect()))
    const connect = pool.connect.bind(pool) as (callback?: never) => Promise<PoolClient>
    // The last connection authenticates the call, and is taken before the export asks for it.
    const waiting = new Promise<void>((resolve) => {
      const takeLast = async () => {
        vi.restoreAllMocks()
        held.push(await connect())
        resolve()
        return connect()
      }
      const implementation = (callback?: never) => (callback ? connect(callback) : takeLast())
      vi.spyOn(pool, 'connect').mockImplementation(implementation as never)
    })
    await leave(
      waiting.then(() => sleep(50)),
      'csv',
    )
    for (const client of held) client.release()
    await expectFree()
  })
})
