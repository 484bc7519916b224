import { afterAll, beforeAll, expect, it } from 'vitest'
import { collections, jobs } from '#service/db/schema.ts'
import { transactionWithAudit } from '#service/db/transaction.ts'
import type { ResolvedLayer } from '#service/domain/configuration/validate-against-catalogues.ts'
import { remove } from '#service/domain/collections/remove.ts'
import { remove as removeSurvey } from '#service/domain/surveys/remove.ts'
import { holdInputs } from '#service/domain/submissions/hold-inputs.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let admin: TestPerson
let fixture: LayerFixture
let layers: ResolvedLayer[]
beforeAll(async () => {
  service = await createTestService()
  admin = await service.logIn('admin')
  fixture = await createLayerFixture(service.services, admin.id)
  layers = [{ row: 2, layer: fixture.layer, pointsFile: null }]
})
afterAll(() => service.close())

const actor = () => ({ ...admin, name: 'A', first_name: 'A', last_name: 'A', roles: [{ name: 'admin' }] })

it.each([
  ['collection', () => remove(service.services, actor(), fixture.layer.collection_id)],
  ['survey', () => removeSurvey(service.services, actor(), fixture.surveyId)],
])('prevents deleting a %s between validation and the jobs', async (_what, removeIt) => {
  const { db } = service.services
  await db.delete(jobs)
  let removing: Promise<unknown> | undefined
  await transactionWithAudit(db, async (tx) => {
    await holdInputs(tx, layers)
    removing = removeIt().catch((error: unknown) => error)
    const first = await Promise.race([removing, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])
    expect(first).toBe('waits')
    // The job that it is locked for.
    await fixture.addJob()
  })
  expect(await removing).toMatchObject({ kind: 'conflict' })
})

it('rejects what was deleted in the meantime', async () => {
  const { db } = service.services
  const gone = (change: Partial<ResolvedLayer['layer']>) =>
    transactionWithAudit(db, (tx) =>
      holdInputs(tx, [{ ...layers[0], layer: { ...layers[0].layer, ...change } }]),
    )
  await expect(gone({ collection_id: 4711 })).rejects.toMatchObject({ kind: 'conflict' })
  await expect(gone({ stack_version: 4711 })).rejects.toThrow('version of a band collection')
  await expect(gone({ survey_id: 4711 })).rejects.toThrow('A survey that the configuration names was removed')
  await expect(gone({ population_band_id: 4711 })).rejects.toThrow('population band')
  await expect(gone({ place_group_version_ids: { adm0: 4711 } })).rejects.toThrow('place group version')
  await expect(gone({})).resolves.toBeUndefined()
  expect(await db.$count(collections)).toBe(1)
})
