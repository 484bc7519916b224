import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { job_tags, tags } from '#service/db/schema.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let viewer: TestPerson
beforeAll(async () => {
  service = await createTestService()
  viewer = await service.logIn('viewer')
  await service.services.db
    .insert(tags)
    .values(['beta', 'Alpha', '"><img src=x onerror=alert(1)>'].map((name) => ({ name })))
})
afterAll(() => service.close())

const get = (query = '') => service.inject({ url: `/tags${query}`, headers: viewer.headers })

describe('tags', () => {
  it('are listed by name, stored and returned verbatim', async () => {
    const { content, totalElements } = (await get()).json()
    expect(totalElements).toBe(3)
    expect(content.map((tag: { name: string }) => tag.name)).toEqual([
      '"><img src=x onerror=alert(1)>',
      'Alpha',
      'beta',
    ])
    expect(content[1].colour).toBe('#51637a')
  })
  it('come with the number of jobs that have them', async () => {
    const { db } = service.services
    const fixture = await createLayerFixture(service.services, viewer.id)
    const ids = [await fixture.addJob(), await fixture.addJob(), await fixture.addJob()]
    const rows = await db.select().from(tags)
    const idOf = (name: string) => rows.find((tag) => tag.name === name)!.id
    await db
      .insert(job_tags)
      .values([
        ...ids.map((job_id) => ({ job_id, tag_id: idOf('beta') })),
        { job_id: ids[0], tag_id: idOf('Alpha') },
      ])
    const { content } = (await get()).json()
    expect(content.map(({ jobs }: { jobs: number }) => jobs)).toEqual([0, 1, 3])
  })
  it('can be searched and paged', async () => {
    expect((await get('?name=ALPH')).json().content).toHaveLength(1)
    expect((await get('?limit=1&skip=5')).json()).toEqual({ content: [], totalElements: 3 })
  })
  it("are available to logged-in people, with the contract's parameters", async () => {
    expect((await service.inject({ url: '/tags' })).statusCode).toBe(403)
    expect((await get('?sort_by=colour')).json().detail).toBe('sort_by must be one of name, id.')
  })
})
