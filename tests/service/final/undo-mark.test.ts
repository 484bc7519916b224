import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desc } from '#drizzle'
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
const undo = (mark_id: number, person = staff) =>
  service.inject({
    method: 'POST',
    url: '/modeling/v1/jobs/final/undo',
    payload: { mark_id },
    headers: person.headers,
  })
const lastEntry = async () =>
  (await service.services.db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(1))[0]
const done = (target: string) => fixture.addJob({ status: 'completed', target })
const stateOf = (id: number) => readMark(service, id)
const everything = () => readMarks(service)

describe('undo', () => {
  it('restores the job that lost the mark, and unmarks the one that took nothing from another', async () => {
    const [a, b, alone] = [await done('undo'), await done('undo'), await done('undo alone')]
    await mark({ job_ids: [a], reason: 'The first that fits.' })
    const { mark_id } = (await mark({ job_ids: [b, alone] })).json()
    const answer = await undo(mark_id)
    expect(answer.json()).toEqual({
      msg: '1 job is final again; 2 jobs are no longer final.',
      job_ids: [a, b, alone],
    })
    // The marked jobs come first, as in the entry of the mark.
    expect(await lastEntry()).toMatchObject({
      action: 'undo-final',
      result: 'ok',
      record: `jobs:${b},${alone},${a}`,
      detail: null,
    })
    expect(await stateOf(a)).toEqual({ final: true, superseded_by: null })
    expect(await stateOf(b)).toEqual({ final: false, superseded_by: a })
    expect(await stateOf(alone)).toEqual({ final: false, superseded_by: null })
    const { content } = (
      await service.inject({ url: `/modeling/v1/jobs/${a}/final-history`, headers: viewer.headers })
    ).json()
    expect(content).toHaveLength(5)
    expect(content.slice(0, 2).map(({ reason }: { reason: string }) => reason)).toEqual(['Undo', 'Undo'])
  })

  it('marks again what was no longer final', async () => {
    const a = await done('undo removal')
    await mark({ job_ids: [a] })
    const { mark_id } = (await mark({ job_ids: [a], final: false })).json()
    expect((await undo(mark_id)).json().msg).toBe('1 job is final again.')
    expect(await stateOf(a)).toEqual({ final: true, superseded_by: null })
  })

  it('happens once, and keeps what another person has marked since', async () => {
    const [a, b, c, other] = [
      await done('late'),
      await done('late'),
      await done('late'),
      await done('late 2'),
    ]
    await mark({ job_ids: [a] })
    const { mark_id } = (await mark({ job_ids: [b, other] })).json()
    const colleague = await service.logIn('staff')
    await mark({ job_ids: [c] }, colleague)
    const before = await everything()
    const answer = await undo(mark_id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().detail).toBe(
      `The final mark of job ${b} has been changed since by Test staff. Nothing was changed.`,
    )
    expect(await everything()).toEqual(before)
    expect(await lastEntry()).toMatchObject({
      action: 'undo-final',
      result: 'rejected',
      record: `jobs:${b},${other},${a}`,
      detail: 'The final mark of job … has been changed since by …. Nothing was changed.',
    })

    const { mark_id: again } = (await mark({ job_ids: [other], final: false })).json()
    expect((await undo(again)).statusCode).toBe(200)
    expect((await undo(again)).statusCode).toBe(409)
  })

  it('is not for viewers, nor for a mark that nobody made', async () => {
    expect((await undo(1, viewer)).statusCode).toBe(403)
    expect((await undo(99_999_999)).json().detail).toBe(
      'There is no final mark 99999999. Nothing was changed.',
    )
    expect((await mark({ job_ids: [await done('none')], final: false })).json().mark_id).toBeNull()
  })
})

it('takes the mark only from the jobs that the caller knows of', async () => {
  const [a, b] = [await done('known'), await done('known')]
  expect((await mark({ job_ids: [a], superseding: [] })).statusCode).toBe(200)
  const before = await everything()
  const surprised = await mark({ job_ids: [b], superseding: [], reason: 'Better covariates.' })
  // Not the reason: it belongs to a mark that was not made.
  expect(await lastEntry()).toMatchObject({
    action: 'final',
    result: 'rejected',
    record: `jobs:${b}`,
    detail: 'Job … is final and would lose its mark. Nothing was changed.',
  })
  expect(surprised.statusCode).toBe(409)
  expect(surprised.json().errors).toEqual([
    { field: 'superseding', message: `Job ${a} is final and would lose its mark.` },
  ])
  expect(await everything()).toEqual(before)
  expect((await mark({ job_ids: [b], superseding: [a] })).json().superseded).toHaveLength(1)
})

it('of two people who mark rivals at the same moment, one learns of the other', async () => {
  const pair = [await done('rivals'), await done('rivals')]
  const answers = await Promise.all(pair.map((id) => mark({ job_ids: [id], superseding: [] })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  expect((await Promise.all(pair.map(stateOf))).filter(({ final }) => final)).toHaveLength(1)
})
