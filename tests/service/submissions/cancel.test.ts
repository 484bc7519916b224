import { eq } from '#drizzle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { jobs, submissions } from '#service/db/schema.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let owner: TestPerson
let fixture: LayerFixture
beforeAll(async () => {
  service = await createTestService()
  owner = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, owner.id)
})
afterAll(() => service.close())

const cancel = (person: TestPerson, id: number | string = fixture.submissionId) =>
  service.inject({
    method: 'POST',
    url: `/modeling/v1/submissions/${id}/cancel`,
    headers: person.headers,
  })
const statuses = async () => {
  const rows = await service.services.db.select().from(jobs).orderBy(jobs.id)
  return rows.map(({ status }) => status)
}

it('ends what is pending and running, and nothing else', async () => {
  for (const status of ['completed', 'pending', 'failed', 'running'] as const)
    await fixture.addJob({ status, reason: status === 'failed' ? 'It failed.' : null })
  const stranger = await cancel(await service.logIn('staff'))
  expect([stranger.statusCode, stranger.json().detail]).toEqual([
    403,
    'Only the person who sent a submission, or an admin, can cancel its jobs.',
  ])
  expect(await statuses()).toEqual(['completed', 'pending', 'failed', 'running'])
  const answer = await cancel(owner)
  expect([answer.statusCode, answer.json()]).toEqual([200, { msg: '2 jobs are cancelled.' }])
  expect(await statuses()).toEqual(['completed', 'cancelled', 'failed', 'cancelled'])
  const rows = await service.services.db.select().from(jobs).where(eq(jobs.status, 'cancelled'))
  expect(rows.every(({ datetime_finished }) => datetime_finished !== null)).toBe(true)
})

it('says so when nothing is left to cancel, or the submission does not exist', async () => {
  const nothing = await cancel(owner)
  expect([nothing.statusCode, nothing.json().detail]).toEqual([
    409,
    `No job of submission ${fixture.submissionId} is pending or running.`,
  ])
  expect((await cancel(owner, 99_999)).json().detail).toBe('There is no submission 99999.')
  expect((await cancel(owner, 'x')).statusCode).toBe(422)
})

it('belongs to the person whom the submission was handed over to, and to admins', async () => {
  const heir = await service.logIn('staff')
  await service.services.db.update(submissions).set({ owner_id: heir.id })
  const list = await service.inject({ url: '/modeling/v1/submissions', headers: heir.headers })
  expect(list.json<{ content: Submission[] }>().content[0]).toMatchObject({
    app_user_id: owner.id,
    owner_id: heir.id,
  })
  await fixture.addJob()
  expect((await cancel(owner)).statusCode).toBe(403)
  expect((await cancel(heir)).json()).toEqual({ msg: '1 job is cancelled.' })
  await fixture.addJob()
  expect((await cancel(await service.logIn('admin'))).statusCode).toBe(200)
})
