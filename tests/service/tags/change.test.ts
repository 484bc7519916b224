import { eq } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { assets, job_tags, jobs, product_tags, products, tags } from '#service/db/schema.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let staff: TestPerson
let viewer: TestPerson
let fixture: LayerFixture
const job: number[] = []

beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  viewer = await service.logIn('viewer')
  fixture = await createLayerFixture(service.services, staff.id)
  for (let i = 0; i < 3; i++) job.push(await fixture.addJob())
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.services.db.delete(tags)
  staff = await service.logIn('staff')
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, person = staff) =>
  service.inject({ method, url, payload, headers: person.headers })
const make = async (name: string) => (await call('POST', '/tags', { name })).json<{ id: number }>().id
const anyAsset = async () => (await service.services.db.select({ id: assets.id }).from(assets).limit(1))[0].id
const carried = async (id: number) => {
  const rows = await service.services.db
    .select({ name: tags.name })
    .from(job_tags)
    .innerJoin(tags, eq(tags.id, job_tags.tag_id))
    .where(eq(job_tags.job_id, id))
  return rows.map(({ name }) => name).sort()
}

describe('creating and changing tags', () => {
  it('accepts a name and a colour, normalised, and lists all without paging', async () => {
    const made = await call('POST', '/tags', { name: '  Rain   fed ', colour: '#1DD3B0' })
    expect(made.json()).toMatchObject({ name: 'Rain fed', colour: '#1dd3b0' })
    expect((await call('POST', '/tags', { name: 'apple' })).json()).toMatchObject({ colour: '#51637a' })
    const all = (await call('GET', '/modeling/v1/tag/all', undefined, viewer)).json()
    expect(all.content.map(({ name }: { name: string }) => name)).toEqual(['apple', 'Rain fed'])
    expect(all.totalElements).toBe(2)
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'a,b' }, 'name'],
    [{ name: 'a\u200bb' }, 'name'],
    [{ name: 'x'.repeat(51) }, 'name'],
    [{ name: 'a', colour: 'red' }, 'colour'],
    [{ name: 'a', colour: '#12345' }, 'colour'],
    [{ name: 'a', colour: 'url(//evil)' }, 'colour'],
    [{ name: 'a', id: 7 }, 'id'],
    [{}, 'name'],
  ])('rejects %j', async (payload, field) => {
    const response = await call('POST', '/tags', payload)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors[0].field).toBe(field)
  })

  it('rejects a second tag with the same letters, even 20 at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call('POST', '/tags', { name: i % 2 ? 'Dry' : 'DRY' })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19)
    expect(await service.services.db.select().from(tags)).toHaveLength(1)
  })

  it('renames, also to other capitals, but not to an existing name', async () => {
    const id = await make('wet')
    await make('dry')
    expect((await call('PUT', `/tags/${id}`, { name: 'Wet', colour: '#ABCDEF' })).json()).toEqual({
      id,
      name: 'Wet',
      colour: '#abcdef',
    })
    const taken = await call('PUT', `/tags/${id}`, { name: 'DRY' })
    expect([taken.statusCode, taken.json().errors[0].field]).toEqual([409, 'name'])
    expect((await call('PUT', `/tags/${id}`, {})).statusCode).toBe(422)
    expect((await call('PUT', '/tags/999999', { name: 'x' })).statusCode).toBe(404)
  })

  it('lets viewers change nothing', async () => {
    const id = await make('wet')
    const tried = [
      call('POST', '/tags', { name: 'x' }, viewer),
      call('PUT', `/tags/${id}`, { name: 'x' }, viewer),
      call('DELETE', `/tags/${id}`, undefined, viewer),
      call('POST', `/tags/${id}/merge`, { into_id: id }, viewer),
      call('POST', '/modeling/v1/tag/add', { job_id: job[0], tags: ['x'] }, viewer),
      call('POST', '/modeling/v1/tag/add/submission', { submission_id: 1, tags: ['x'] }, viewer),
    ]
    for (const { statusCode } of await Promise.all(tried)) expect(statusCode).toBe(403)
  })
})

describe('where a tag is used', () => {
  it('is reported, prevents deletion, and is reported with the deletion', async () => {
    await call('POST', '/modeling/v1/tag/add', { job_ids: job, tags: ['wet'] })
    const [{ id }] = await service.services.db.select().from(tags)
    expect((await call('GET', `/tags/${id}/use`, undefined, viewer)).json()).toEqual({
      jobs: 3,
      submissions: 1,
      products: 0,
      job_ids: [...job].reverse(),
      product_ids: [],
    })
    const rejected = await call('DELETE', `/tags/${id}`)
    expect([rejected.statusCode, rejected.json().detail]).toEqual([
      409,
      "'wet' is used by 3 jobs of 1 submission; nothing was deleted.",
    ])
    expect(await carried(job[0])).toEqual(['wet'])
    expect((await call('DELETE', `/tags/${id}?even_if_used=true`)).statusCode).toBe(200)
    expect(await carried(job[0])).toEqual([])
    expect((await call('DELETE', `/tags/${id}`)).statusCode).toBe(404)
    expect((await call('GET', `/tags/${id}/use`)).statusCode).toBe(404)
  })

  it('counts the products of final jobs, as long as the catalogue shows them', async () => {
    const { db } = service.services
    await call('POST', '/modeling/v1/tag/add', { job_ids: [job[0], job[1]], tags: ['seen'] })
    const id = (await db.select().from(tags)).find(({ name }) => name === 'seen')!.id
    const mark = (final: boolean) =>
      db.update(jobs).set({ status: 'completed', final }).where(eq(jobs.id, job[0]))
    const use = async () => (await call('GET', `/tags/${id}/use`)).json()
    await mark(true)
    const [product] = await db.select().from(products).where(eq(products.job_id, job[0]))
    expect(await use()).toMatchObject({ jobs: 2, products: 1, product_ids: [product.id] })
    const rejected = (await call('DELETE', `/tags/${id}`)).json()
    expect(rejected.detail).toBe(
      "'seen' is used by 2 jobs of 1 submission and 1 product of the catalogue; nothing was deleted.",
    )
    expect(rejected.errors.at(-1)).toEqual({ message: `Product ${product.id} has this tag.` })
    await mark(false)
    expect(await use()).toMatchObject({ jobs: 2, products: 0, product_ids: [] })
  })

  it('counts checked-in rasters too', async () => {
    const id = await make('raster')
    const about = { iso3_code: 'TST', target: 't', source: 's', source_wave: 'w', round: '1', title: 'T' }
    const { db } = service.services
    const rows = await db
      .insert(products)
      .values({ ...about, job_key: 'tst-raster', asset_id: await anyAsset() })
      .returning()
    await db.insert(product_tags).values({ product_id: rows[0].id, tag_id: id })
    const rejected = await call('DELETE', `/tags/${id}`)
    expect([rejected.statusCode, rejected.json().detail]).toEqual([
      409,
      "'raster' is used by 1 product of the catalogue; nothing was deleted.",
    ])
    expect((await call('DELETE', `/tags/${id}?even_if_used=true`)).json().msg).toBe(
      "'raster' was deleted and removed from 1 product of the catalogue.",
    )
  })

  it('moves with a merge on checked-in rasters as well', async () => {
    const { db } = service.services
    const [from, into] = [await make('coarse'), await make('fine')]
    const [raster] = await db.select().from(products).where(eq(products.job_key, 'tst-raster'))
    await db.insert(product_tags).values({ product_id: raster.id, tag_id: from })
    expect((await call('POST', `/tags/${from}/merge`, { into_id: into })).statusCode).toBe(200)
    expect(await db.select().from(product_tags)).toEqual([{ product_id: raster.id, tag_id: into }])
  })

  it('moves with a merge; a job that had both has one', async () => {
    await call('POST', '/modeling/v1/tag/add', { job_ids: [job[0], job[1]], tags: ['wett'] })
    await call('POST', '/modeling/v1/tag/add', { job_ids: [job[1], job[2]], tags: ['wet'] })
    const known = await service.services.db.select().from(tags)
    const [from, into] = ['wett', 'wet'].map((name) => known.find((tag) => tag.name === name)!.id)
    const answers = await Promise.all([
      call('POST', `/tags/${from}/merge`, { into_id: into }),
      call('POST', `/tags/${into}/merge`, { into_id: from }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 404])
    const [left] = await service.services.db.select().from(tags)
    for (const id of job) expect(await carried(id)).toEqual([left.name])
    expect((await call('POST', `/tags/${left.id}/merge`, { into_id: left.id })).statusCode).toBe(422)
    expect((await call('POST', `/tags/${left.id}/merge`, { into_id: 999_999 })).statusCode).toBe(404)
  })
})

describe('tagging', () => {
  it('creates new tags, uses existing ones case-insensitively, and can be repeated', async () => {
    await make('Wet')
    const body = { job_id: job[0], tags: ['wet', 'New one', 'new  ONE'] }
    expect((await call('POST', '/modeling/v1/tag/add', body)).json().msg).toBe('Tagged 1 job with 2 tags.')
    expect(await carried(job[0])).toEqual(['New one', 'Wet'])
    const again = await call('POST', '/modeling/v1/tag/add', body)
    expect(again.json().msg).toBe('All of these jobs already have these tags.')
    const off = { job_ids: job, tags: ['WET'] }
    expect((await call('POST', '/modeling/v1/tag/remove', off)).json().msg).toBe(
      'Removed the tags from 3 jobs.',
    )
    expect(await carried(job[0])).toEqual(['New one'])
    expect((await call('POST', '/modeling/v1/tag/remove', off)).json().msg).toBe(
      'None of these jobs has these tags.',
    )
  })

  it('is removed from the named jobs, and from no other', async () => {
    await call('POST', '/modeling/v1/tag/add', { job_ids: job, tags: ['kept'] })
    await call('POST', '/modeling/v1/tag/remove', { job_id: job[1], tags: ['kept'] })
    expect(await Promise.all(job.map(carried))).toEqual([['kept'], [], ['kept']])
  })

  it('applies to every job of a submission, and can be removed again', async () => {
    const body = { submission_id: fixture.submissionId, tags: ['whole'] }
    expect((await call('POST', '/modeling/v1/tag/add/submission', body)).statusCode).toBe(200)
    for (const id of job) expect(await carried(id)).toEqual(['whole'])
    expect((await call('POST', '/modeling/v1/tag/remove/submission', body)).statusCode).toBe(200)
    expect(await carried(job[2])).toEqual([])
  })

  it('rejects the whole call if one job or tag does not exist, and leaves no tag behind', async () => {
    const missing = await call('POST', '/modeling/v1/tag/add', {
      job_ids: [job[0], 999_999],
      tags: ['never'],
    })
    expect([missing.statusCode, missing.json().detail]).toEqual([404, 'There is no job 999999.'])
    expect(await service.services.db.select().from(tags)).toEqual([])
    for (const path of ['add', 'remove']) {
      const body = { submission_id: 999_999, tags: ['never'] }
      expect((await call('POST', `/modeling/v1/tag/${path}/submission`, body)).statusCode).toBe(404)
    }
    const unknown = await call('POST', '/modeling/v1/tag/remove', { job_id: job[0], tags: ['never'] })
    expect([unknown.statusCode, unknown.json().detail]).toEqual([404, "There is no tag 'never'."])
  })

  it.each([
    [{ tags: ['a'] }, /^Name the jobs/],
    [{ job_id: 1, job_ids: [1], tags: ['a'] }, /^Name the jobs/],
    [{ job_ids: [], tags: ['a'] }, /^job_ids must be a list of at least 1/],
    [{ job_ids: Array.from({ length: 1001 }, (_, i) => i + 1), tags: ['a'] }, /at most 1000/],
    [{ job_id: 1, tags: [] }, /^tags must be a list of at least 1/],
    [{ job_id: 1, tags: ['a'], app_user_id: 1 }, /^'app_user_id' is not known/],
  ])('rejects the body %#', async (body, detail) => {
    for (const path of ['add', 'remove']) {
      const response = await call('POST', `/modeling/v1/tag/${path}`, body)
      expect(response.statusCode).toBe(422)
      expect(response.json().detail).toMatch(detail)
    }
  })

  it('creates one tag for 20 people who add it at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call('POST', '/modeling/v1/tag/add', { job_id: job[i % 3], tags: ['b', 'a', i % 2 ? 'A' : 'B'] }),
      ),
    )
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200)
    expect(await service.services.db.select().from(tags)).toHaveLength(2)
    expect(await service.services.db.select().from(jobs)).toHaveLength(3)
  })
})
