import type { Body } from '#contract/endpoint.ts'
import type { Collection } from '#contract/rasters/collection-list.ts'
import type { Covariates, changeCollection } from '#contract/rasters/collections.ts'
import { eq } from '#drizzle'
import type { Actor, Services } from '../../context.ts'
import { collections } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { rejectionOf } from './create.ts'
import { type Members, findMembers } from './find-members.ts'
import { insertVersion } from './insert-version.ts'
import { lockCollection } from './lock-collection.ts'
import { getCollection } from './select-collections.ts'

/** Other bands make a new version: jobs keep the one they were submitted with. */
export async function change(
  { db }: Services,
  actor: Actor,
  id: number,
  changes: Body<typeof changeCollection>,
): Promise<Collection> {
  try {
    await transactionWithAudit(db, async (tx) => {
      const now = await lockCollection(tx, actor, id, changes.current_version)
      const { name, description, bands, population_band } = changes
      const set: Partial<typeof collections.$inferInsert> = { name, description }
      if (bands !== undefined || population_band !== undefined) {
        const members = await findMembers(
          tx,
          name ?? now.name,
          bands ?? covariatesOf(now.bands),
          population_band === undefined ? now.population_band?.name : (population_band ?? undefined),
        )
        if (!isSame(now, members)) {
          set.version = now.version + 1
          await insertVersion(tx, { collectionId: id, version: set.version, createdBy: actor.id }, members)
        }
      }
      if (Object.values(set).some((value) => value !== undefined))
        await tx.update(collections).set(set).where(eq(collections.id, id))
    })
  } catch (error) {
    throw rejectionOf(error, changes.name ?? '')
  }
  return getCollection(db, id)
}

function covariatesOf(bands: Collection['bands']): Covariates {
  const names = [...new Set(bands.map(({ series, name }) => series ?? name))]
  return names.map((covariate) => {
    const years = bands.filter(({ series }) => series === covariate)
    return years.length > 0 ? { series: covariate, bands: years.map(({ name }) => name) } : covariate
  })
}

function isSame(now: Collection, { members, population }: Members): boolean {
  const before = now.bands.map(({ id, series, year }) => [id, series ?? null, series ? year : null])
  const after = members.map(({ id, series, year }) => [id, series, series === null ? null : year])
  return (
    JSON.stringify(before) === JSON.stringify(after) &&
    (now.population_band?.id ?? null) === (population?.id ?? null)
  )
}
