import { and, eq, sql } from '#drizzle'
import type { PlaceGroupVersion } from '#contract/places/place-group-list.ts'
import type { Database } from '../../db/client.ts'
import { place_group_versions } from '../../db/schema.ts'
import { type Transaction, transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { clearDefault } from './clear-default.ts'
import { findVersion } from './list-versions.ts'

/** Changes to one country and level are serialized, so that two versions are never the default. */
async function requireVersion(tx: Transaction, id: number) {
  const versions = place_group_versions
  const [found] = await tx.select().from(versions).where(eq(versions.id, id))
  if (!found) throw new ServiceError('not-found', sentence`There is no place group version ${id}.`)
  await tx
    .select({ id: versions.id })
    .from(versions)
    .where(and(eq(versions.iso3_code, found.iso3_code), eq(versions.place_type, found.place_type)))
    .orderBy(versions.id)
    .for('update')
  const [now] = await tx.select().from(versions).where(eq(versions.id, id))
  if (!now) throw new ServiceError('not-found', sentence`There is no place group version ${id}.`)
  return now
}

/** Makes a version the default (replacing the previous one), or excludes it from new layers. */
export const changeVersion = (
  db: Database,
  id: number,
  { is_default, active }: { is_default?: boolean; active?: boolean },
): Promise<PlaceGroupVersion> =>
  transactionWithAudit(db, async (tx) => {
    if (is_default === undefined && active === undefined)
      throw new ServiceError('invalid', sentence`Say what to change: is_default, active, or both.`)
    const previous = await requireVersion(tx, id)
    const after = { is_default: is_default ?? previous.is_default, active: active ?? previous.active }
    if (after.is_default && !after.active)
      throw new ServiceError(
        'conflict',
        sentence`The default version must be active. Make another one the default first, or activate this one.`,
      )
    if (after.is_default) await clearDefault(tx, previous)
    await tx.update(place_group_versions).set(after).where(eq(place_group_versions.id, id))
    return findVersion(tx, id)
  })

/** Jobs keep the ids of the versions that they were computed with: a version that a job names stays. */
export const removeVersion = (db: Database, id: number): Promise<{ msg: string }> =>
  transactionWithAudit(db, async (tx) => {
    const { iso3_code, place_type, version, is_default } = await requireVersion(tx, id)
    const name = `The version '${version}' of ${place_type} of ${iso3_code}`
    if (is_default)
      throw new ServiceError(
        'conflict',
        sentence`${name} is the default. Make another one the default first.`,
      )
    const { rows } = await tx.execute<{ id: number }>(sql`
      select id from jobs where iso3_code = ${iso3_code}
        and (layer -> 'place_group_version_ids' ->> ${place_type})::int = ${id} order by id limit 1`)
    if (rows.length > 0)
      throw new ServiceError(
        'conflict',
        sentence`${name} is used by jobs, such as ${rows[0].id}. Deactivate it instead: then no new layer takes it.`,
      )
    await tx.delete(place_group_versions).where(eq(place_group_versions.id, id))
    return { msg: `${name} was deleted.` }
  })
