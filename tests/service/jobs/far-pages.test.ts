import { sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rarestWord } from '#service/domain/jobs/fast-list/rarest-word.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const LENGTH = 24_000
let service: TestService
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  const fixture = await createLayerFixture(service.services, (await service.logIn('staff')).id)
  await fixture.addJob()
  await service.services.db.transaction(async (tx) => {
    // The service's time-out is for its own statements.
    await tx.execute(sql`set local statement_timeout = 0`)
    // Days of every length, some empty, not in order of the ids, some within a moment of midnight.
    await tx.execute(sql`
      insert into jobs (submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name,
        method, layer, status, data_description, datetime_submitted)
      select submission_id, app_user_id, config_row, iso3_code, target, source, source_wave, round, stack_name, method, layer,
        case when n % 50 = 0 then 'cancelled' else 'completed' end,
        'Layer of ' || case when n % 400 = 0 then 'rare things' else 'water' end || ', clusters ' || n % 7,
        timestamptz '2026-01-01 00:00:00Z' + interval '1 day' * (sqrt(n * 7919 % 10007)::int / 3)
          + case when n % 11 = 0 then interval '23 hours 59 minutes 59.999 seconds' else interval '1 second' * (n % 4000) end
      from jobs, generate_series(2, ${sql.raw(String(LENGTH))}) n`)
  })
})
afterAll(() => service.close())

const get = async (query: string) => {
  const response = await service.inject({
    url: `/modeling/v1/jobs/details?limit=7&${query}`,
    headers: viewer.headers,
  })
  expect(response.statusCode, response.body).toBe(200)
  const { content, totalElements } = response.json() as { content: { id: number }[]; totalElements: number }
  return { ids: content.map(({ id }) => id), totalElements }
}

describe('pages far into the list of jobs', () => {
  it.each([
    ['', 'true', 'asc'],
    ['', 'true', 'desc'],
    ['&status=completed', `status = 'completed'`, 'asc'],
    ['&status=completed', `status = 'completed'`, 'desc'],
    ['&submit_date_start=2026-01-03', `datetime_submitted >= '2026-01-03Z'`, 'desc'],
    ['&iso3_code=TST', `iso3_code = 'TST'`, 'asc'],
  ])('have the right rows (%s, where %s, %s)', async (filter, where, order) => {
    const { rows } = await service.services.db.execute<{ id: number }>(
      sql.raw(`select id from jobs where ${where} order by datetime_submitted ${order}, id ${order}`),
    )
    const all = rows.map(({ id }) => id)
    expect(all.length).toBeGreaterThan(20_000)
    for (const skip of [
      9_999,
      10_000,
      10_001,
      12_345,
      17_000,
      19_999,
      all.length - 8,
      all.length - 3,
      all.length,
    ])
      expect(await get(`skip=${skip}&sort_order=${order}${filter}`), String(skip)).toEqual({
        ids: all.slice(skip, skip + 7),
        totalElements: all.length,
      })
  })

  it('stay correct while changes are not consolidated yet', async () => {
    const { db } = service.services
    await db.execute(sql`select add_up_job_counts()`)
    await db.execute(
      sql`update jobs set datetime_submitted = datetime_submitted - interval '1 day' where id % 300 = 0`,
    )
    await db.execute(sql`delete from jobs where id % 301 = 0`)
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from jobs order by datetime_submitted, id`,
    )
    for (const skip of [10_000, 15_000, 20_000])
      expect(await get(`skip=${skip}`)).toEqual({
        ids: rows.slice(skip, skip + 7).map(({ id }) => id),
        totalElements: rows.length,
      })
  })
})

describe('a search of several words', () => {
  it.each([
    'rare things',
    'layer of rare',
    'things, clusters 3',
    'Clusters 3',
    'er of wat',
    'no such things',
  ])('finds rows that contain them literally: %s', async (words) => {
    const { rows } = await service.services.db.execute<{ id: number }>(
      sql`select id from jobs where strpos(lower(data_description), ${words.toLowerCase()}) > 0
          order by datetime_submitted, id`,
    )
    const found = await get(`data_description=${encodeURIComponent(words)}`)
    expect(found).toEqual({ ids: rows.slice(0, 7).map(({ id }) => id), totalElements: rows.length })
    const last = Math.max(0, rows.length - 3)
    expect((await get(`skip=${last}&data_description=${encodeURIComponent(words)}`)).ids).toEqual(
      rows.slice(last).map(({ id }) => id),
    )
  })

  it('searches the index for the rarest word in the sample of descriptions', async () => {
    const { db } = service.services
    await db.execute(sql`analyze jobs`)
    expect(await rarestWord(db, 'layer of water, Clusters rare')).toBe('rare')
    expect(await rarestWord(db, 'water')).toBeUndefined()
    expect(await rarestWord(db, 'a b c% _d')).toBeUndefined()
  })
})
