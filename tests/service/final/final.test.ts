import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit_log } from '#service/db/schema.ts'
import { readMark, readMarks } from '../../support/jobs/final-marks.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let staff: TestPerson
let viewer: TestPerson
let fixture: LayerFixture
beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  viewer = await service.logIn('viewer')
  fixture = await createLayerFixture(service.services, staff.id)
})
afterAll(() => service.close())

const mark = (payload: object, person = staff) =>
  service.inject({ method: 'POST', url: '/modeling/v1/jobs/final', payload, headers: person.headers })
const history = async (id: number, query = '') => {
  const url = `/modeling/v1/jobs/${id}/final-history${query}`
  return (await service.inject({ url, headers: viewer.headers })).json()
}
const done = (target: string) => fixture.addJob({ status: 'completed', target })
const stateOf = (id: number) => readMark(service, id)
const everything = () => readMarks(service)

describe('the final job of a layer', () => {
  it("moves to another job, keeps who, when and why, and names the previous one's successor", async () => {
    const [a, b] = [await done('move'), await done('move')]
    const first = await mark({ job_ids: [a], reason: 'The first that fits.' })
    expect(first.json()).toEqual({
      msg: '1 job is final now.',
      job_ids: [a],
      superseded: [],
      mark_id: expect.any(Number),
    })
    const second = await mark({ job_ids: [b], final: true, reason: 'Better covariates.' })
    const marked = eq(audit_log.record, `jobs:${b}`)
    expect(await service.services.db.select().from(audit_log).where(marked)).toMatchObject([
      { action: 'final', detail: 'Better covariates.' },
    ])
    expect(second.json()).toEqual({
      msg: '1 job is final now; 1 job superseded.',
      job_ids: [b],
      superseded: [{ job_id: a, superseded_by: b }],
      mark_id: expect.any(Number),
    })
    expect(await stateOf(a)).toEqual({ final: false, superseded_by: b })
    expect(await stateOf(b)).toEqual({ final: true, superseded_by: null })

    const { content, totalElements } = await history(a)
    expect(totalElements).toBe(3)
    expect(content.map(({ job_id, final }: Record<string, unknown>) => [job_id, final])).toEqual([
      [b, true],
      [a, false],
      [a, true],
    ])
    expect(content[1]).toMatchObject({
      superseded_by: b,
      reason: 'Better covariates.',
      marked_by: staff.id,
      marked_by_name: 'Test staff',
      job_key: `tst-water-sim-2024-r1-${a}`,
    })
    expect(await history(b)).toEqual({ content, totalElements })
    expect((await history(b, '?limit=1&skip=1')).content).toEqual([content[1]])
    expect(await history(b, '?skip=99')).toEqual({ content: [], totalElements: 3 })

    const list = await service.inject({
      url: `/modeling/v1/jobs/details?id=${a}`,
      headers: viewer.headers,
    })
    expect(list.json().content[0]).toMatchObject({ final: false, superseded_by: b })
  })

  it('can move back to the previous one, which is then no longer superseded', async () => {
    const [a, b] = [await done('back'), await done('back')]
    for (const id of [a, b, a]) await mark({ job_ids: [id] })
    expect(await stateOf(a)).toEqual({ final: true, superseded_by: null })
    expect(await stateOf(b)).toEqual({ final: false, superseded_by: a })
  })

  it('can be removed, and repeating changes nothing', async () => {
    const a = await done('off')
    await mark({ job_ids: [a] })
    expect((await mark({ job_ids: [a, a] })).json().msg).toBe('1 job was already final.')
    const off = await mark({ job_ids: [a], final: false, reason: 'Withdrawn' })
    expect(off.json()).toMatchObject({ msg: '1 job is no longer final.', job_ids: [a] })
    expect((await mark({ job_ids: [a], final: false })).json().job_ids).toEqual([])
    expect(await stateOf(a)).toEqual({ final: false, superseded_by: null })
    expect((await history(a)).totalElements).toBe(2)
  })

  it('is separate for another target, wave or round', async () => {
    const ids = [
      await done('apart'),
      await done('apart 2'),
      await fixture.addJob({ status: 'completed', target: 'apart', round: '2' }),
      await fixture.addJob({ status: 'completed', target: 'apart', source_wave: '2025' }),
    ]
    expect((await mark({ job_ids: ids })).json()).toMatchObject({ job_ids: ids, superseded: [] })
  })

  it.each([
    ['target', { target: 'own b' }],
    ['source', { source: 'MICS' }],
    ['wave', { source_wave: '2025' }],
    ['round', { round: '2' }],
    ['country', { iso3_code: 'NGA' }],
  ])("leaves another %s's mark alone", async (what, difference) => {
    const target = `own ${what}`
    const [held, next] = [
      await fixture.addJob({ status: 'completed', target }),
      await fixture.addJob({ status: 'completed', target, ...difference }),
    ]
    await mark({ job_ids: [held] })
    expect((await mark({ job_ids: [next] })).json()).toMatchObject({ job_ids: [next], superseded: [] })
    expect(await stateOf(held)).toEqual({ final: true, superseded_by: null })
    expect(await stateOf(next)).toEqual({ final: true, superseded_by: null })
  })

  it('handles a thousand at once', async () => {
    const ids: number[] = []
    for (let i = 0; i < 1000; i++) ids.push(await done(`many ${i}`))
    expect((await mark({ job_ids: ids })).json().msg).toBe('1,000 jobs are final now.')
  })
})

describe('rejected calls change nothing', () => {
  it.each(['pending', 'running', 'failed', 'cancelled'] as const)('a job that is %s', async (status) => {
    const good = await done(`rejected ${status}`)
    const bad = await fixture.addJob({ status, target: 'bad', reason: 'It failed.' })
    const before = await everything()
    const response = await mark({ job_ids: [good, bad] })
    expect(response.statusCode).toBe(409)
    expect(response.json().errors).toEqual([
      { field: 'job_ids', message: `Job ${bad} is ${status}; only a completed job can be final.` },
    ])
    expect(await everything()).toEqual(before)
  })

  it('a job that does not exist, and two of one layer', async () => {
    const [a, b] = [await done('twins'), await done('twins')]
    const before = await everything()
    const missing = await mark({ job_ids: [a, 99_999_999] })
    expect([missing.statusCode, missing.json().detail]).toEqual([
      404,
      'There is no job 99999999. Nothing was changed.',
    ])
    const twins = await mark({ job_ids: [a, b] })
    expect(twins.statusCode).toBe(422)
    expect(twins.json().detail).toMatch(`Jobs ${a} and ${b} are of the same layer`)
    expect(await everything()).toEqual(before)
  })

  it.each([
    [{}, 'job_ids'],
    [{ job_ids: [] }, 'job_ids'],
    [{ job_ids: Array.from({ length: 1001 }, (_, i) => i + 1) }, 'job_ids'],
    [{ job_ids: [1.5] }, 'job_ids.0'],
    [{ job_ids: [1], final: 'maybe' }, 'final'],
    [{ job_ids: [1], reason: 'x'.repeat(501) }, 'reason'],
    [{ job_ids: [1], marked_by: 7 }, 'marked_by'],
  ])('the body %#', async (body, field) => {
    const response = await mark(body)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors[0].field).toBe(field)
  })

  it('a viewer, and the history of an unknown job', async () => {
    expect((await mark({ job_ids: [1] }, viewer)).statusCode).toBe(403)
    expect((await history(99_999_999)).status).toBe(404)
  })
})

it('stays one when twenty mark two jobs of a layer at the same moment, and the history agrees', async () => {
  const pair = [await done('crowd'), await done('crowd')]
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => mark({ job_ids: [pair[i % 2]] })))
  for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200)
  const states = await Promise.all(pair.map(stateOf))
  expect(states.filter(({ final }) => final)).toHaveLength(1)
  const { rows } = await service.services.db.execute<{ job_id: number; sum: number }>(sql`
    select job_id, sum(case when final then 1 else -1 end)::int as sum from final_marks
    where target = 'crowd' group by job_id order by job_id`)
  expect(rows.map(({ sum }) => sum)).toEqual(states.map(({ final }) => (final ? 1 : 0)))
})
