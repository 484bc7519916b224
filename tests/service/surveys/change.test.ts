import { eq } from '#drizzle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit_log, surveys } from '#service/db/schema.ts'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let owner: TestPerson
let id: number

beforeAll(async () => {
  service = await createTestService()
  owner = await service.logIn('staff')
  id = (await createLayerFixture(service.services, owner.id)).surveyId
  await service.services.db.update(surveys).set({ created_by: owner.id }).where(eq(surveys.id, id))
})
afterAll(() => service.close())

const change = (payload: object, who = owner, survey = id) =>
  service.inject({ method: 'PUT', url: `/survey/v1/surveys/${survey}`, headers: who.headers, payload })

test('the importer describes a survey; what is not sent stays, and empty is not stated', async () => {
  const first = await change({ age_group: ' Women of 15 to 49 years ', licence: 'CC BY 4.0' })
  expect(first.json()).toMatchObject({
    age_group: 'Women of 15 to 49 years',
    licence: 'CC BY 4.0',
    period: '',
  })
  const second = await change({ licence: '', source_url: 'https://example.org/a?b=1' })
  expect(second.json()).toMatchObject({
    age_group: 'Women of 15 to 49 years',
    licence: '',
    source_url: 'https://example.org/a?b=1',
  })
  const entries = await service.services.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.action, 'change-survey'))
  expect(entries).toHaveLength(2)
})

test('only the importer and admins do, and only what describes it', async () => {
  const other = await service.logIn('staff')
  expect((await change({ period: '2024' }, other)).json().detail).toBe(
    `Only the person who created the survey ${id}, or an admin, can do this.`,
  )
  expect((await change({ period: '2024' }, await service.logIn('admin'))).statusCode).toBe(200)
  expect((await change({}, owner)).json().detail).toMatch(/^Say what to change: indicator_definition, /)
  expect((await change({ clusters: 3 })).statusCode).toBe(422)
  expect((await change({ source_url: 'javascript:alert(1)' })).statusCode).toBe(422)
  expect((await change({ period: '2024' }, owner, 4711)).statusCode).toBe(404)
})
