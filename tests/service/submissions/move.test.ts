import { desc, eq } from '#drizzle'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Project } from '#contract/projects/project-list.ts'
import type { Submission } from '#contract/submissions/submission-list.ts'
import { audit_log, projects, submissions } from '#service/db/schema.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let owner: TestPerson
let fixture: LayerFixture
let [water, roads] = [0, 0]
beforeAll(async () => {
  service = await createTestService()
  owner = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, owner.id)
  await fixture.addJob()
  const rows = await service.services.db
    .insert(projects)
    .values([{ name: 'Water' }, { name: 'Roads', status: 'completed' }])
    .returning({ id: projects.id })
  ;[water, roads] = rows.map(({ id }) => id)
})
beforeEach(() => service.services.db.update(submissions).set({ project_id: null, owner_id: null }))
afterAll(() => service.close())

const move = (
  person: TestPerson,
  body: object = { project_id: water },
  id: number | string = fixture.submissionId,
) =>
  service.inject({
    method: 'PUT',
    url: `/modeling/v1/submissions/${id}/project`,
    headers: person.headers,
    payload: body,
  })
const place = async () => {
  const [row] = await service.services.db.select().from(submissions)
  return row.project_id
}
const submissionsOf = async (id: number) => {
  const response = await service.inject({ url: `/projects/${id}`, headers: owner.headers })
  return response.json<Project>().submissions
}
const lastEntry = async () => {
  const [row] = await service.services.db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(1)
  return row
}

it('moves into a project, to another and out again, and both projects count it', async () => {
  const record = `submissions:${fixture.submissionId}`
  const first = await move(owner)
  expect(first.statusCode).toBe(200)
  expect(first.json<Submission>()).toMatchObject({
    id: fixture.submissionId,
    project_id: water,
    project_name: 'Water',
  })
  expect(await lastEntry()).toMatchObject({
    action: 'move-submission',
    result: 'ok',
    user_id: owner.id,
    record,
    detail: `from no project to projects:${water}`,
  })
  expect([await submissionsOf(water), await submissionsOf(roads)]).toEqual([1, 0])
  expect((await move(owner, { project_id: roads })).json()).toMatchObject({ project_name: 'Roads' })
  expect([await submissionsOf(water), await submissionsOf(roads)]).toEqual([0, 1])
  expect((await lastEntry()).detail).toBe(`from projects:${water} to projects:${roads}`)
  expect((await move(owner, { project_id: null })).json()).toMatchObject({
    project_id: null,
    project_name: null,
  })
  expect([await submissionsOf(water), await submissionsOf(roads)]).toEqual([0, 0])
  expect((await lastEntry()).detail).toBe(`from projects:${roads} to no project`)
})

it('is for the owner, the person whom it was handed over to, and admins', async () => {
  const heir = await service.logIn('staff')
  const stranger = await move(heir)
  expect([stranger.statusCode, stranger.json().detail]).toEqual([
    403,
    'Only the person who sent a submission, or an admin, can move it to another project.',
  ])
  expect((await move(await service.logIn('viewer'))).statusCode).toBe(403)
  expect(await place()).toBeNull()
  await service.services.db.update(submissions).set({ owner_id: heir.id })
  expect((await move(owner)).statusCode).toBe(403)
  expect((await move(heir)).statusCode).toBe(200)
  expect((await move(await service.logIn('admin'), { project_id: roads })).statusCode).toBe(200)
  expect(await place()).toBe(roads)
})

it('rejects what does not exist, and moves nothing', async () => {
  await move(owner)
  const absent = await move(owner, { project_id: 99_999 })
  expect([absent.statusCode, absent.json().errors]).toEqual([
    422,
    [{ field: 'project_id', message: 'There is no project 99999.' }],
  ])
  const detail = 'There is no project ….'
  expect(await lastEntry()).toMatchObject({ action: 'move-submission', result: 'rejected', detail })
  for (const body of [{}, { project_id: 'x' }, { project_id: 0 }, { project_id: roads, title: 'New' }])
    expect((await move(owner, body)).statusCode, JSON.stringify(body)).toBe(422)
  const unknown = await move(owner, { project_id: roads }, 99_999)
  expect([unknown.statusCode, unknown.json().detail]).toEqual([404, 'There is no submission 99999.'])
  expect(await place()).toBe(water)
})

it('keeps a project that it was moved into, and frees the one that it has left', async () => {
  const [{ id }] = await service.services.db
    .insert(projects)
    .values({ name: 'Short' })
    .returning({ id: projects.id })
  const remove = () => service.inject({ method: 'DELETE', url: `/projects/${id}`, headers: owner.headers })
  await move(owner, { project_id: id })
  expect((await remove()).statusCode).toBe(409)
  await move(owner)
  expect((await remove()).statusCode).toBe(200)
  expect(await service.services.db.select().from(projects).where(eq(projects.id, id))).toEqual([])
})
