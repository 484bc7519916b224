import { and, eq, sql } from '#drizzle'
import type { Actor, Services } from '../../context.ts'
import { collection_versions, jobs } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { getVersion } from './find-version.ts'
import { lockCollection } from './lock-collection.ts'

/** An older version that no job used: afterwards it no longer prevents deleting its bands. */
export function removeVersion(
  { db }: Services,
  actor: Actor,
  { id, version }: { id: number; version: number },
): Promise<{ msg: string }> {
  return transactionWithAudit(db, async (tx) => {
    const now = await lockCollection(tx, actor, id)
    await getVersion(tx, now, version)
    if (version === now.version)
      throw new ServiceError(
        'conflict',
        sentence`Version ${version} is the current version of '${now.name}', so it cannot be deleted.`,
      )
    const [used] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(sql`(${jobs.layer} ->> 'collection_id')::int`, id), eq(jobs.stack_version, version)))
      .limit(1)
    if (used)
      throw new ServiceError(
        'conflict',
        sentence`Jobs were run with version ${version} of '${now.name}', so it cannot be deleted.`,
      )
    await tx
      .delete(collection_versions)
      .where(and(eq(collection_versions.collection_id, id), eq(collection_versions.version, version)))
    return { msg: `Version ${version} of '${now.name}' was removed.` }
  })
}
