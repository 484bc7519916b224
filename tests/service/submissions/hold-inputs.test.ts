import { afterAll, beforeAll, expect, it } from 'vitest'
import { collections } from '#service/db/schema.ts'
import { transaction } from '#service/db/transaction.ts'
import type { ResolvedLayer } from '#service/domain/configuration/validate-against-catalogues.ts'
import { remove } from '#service/domain/collections/remove.ts'
import { holdInputs } from '#service/domain/submissions/hold-inputs.ts'
import { type LayerFixture, createLayerFixture } from '../../support/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let admin: TestPerson
let fixture: LayerFixture
let layers: ResolvedLayer[]
beforeAll(async () => {
  service = await createTestService()
  admin = await service.signIn('admin')
  fixture = await createLayerFixture(service.services, admin.id)
  layers = [{ row: 2, layer: fixture.layer, pointsFile: null }]
})
afterAll(() => service.close())

const actor = () => ({ ...admin, name: 'A', first_name: 'A', last_name: 'A', roles: [{ name: 'admin' }] })

it('prevents deleting a collection between validation and the jobs', async () => {
  const { db } = service.services
  let removing: Promise<unknown> | undefined
  await transaction(db, async (tx) => {
    await holdInputs(tx, layers)
    removing = remove(service.services, actor(), layers[0].layer.collection_id).catch(
      (error: unknown) => error,
    )
    const first = await Promise.race([removing, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])
    expect(first).toBe('waits')
    // The job that the collection is locked for.
    await fixture.addJob()
  })
  expect(await removing).toMatchObject({ kind: 'conflict' })
})

it('rejects what was deleted in the meantime', async () => {
  const { db } = service.services
  const gone = (change: Partial<ResolvedLayer['layer']>) =>
    transaction(db, (tx) => holdInputs(tx, [{ ...layers[0], layer: { ...layers[0].layer, ...change } }]))
  await expect(gone({ collection_id: 4711 })).rejects.toMatchObject({ kind: 'conflict' })
  await expect(gone({ stack_version: 4711 })).rejects.toThrow('version of a band collection')
  await expect(gone({ population_band_id: 4711 })).rejects.toThrow('population band')
  await expect(gone({ place_group_version_ids: { adm0: 4711 } })).rejects.toThrow('place group version')
  await expect(gone({})).resolves.toBeUndefined()
  expect(await db.$count(collections)).toBe(1)
})
