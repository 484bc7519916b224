import { eq } from '#drizzle'
import type { Actor, Services } from '../../context.ts'
import { collections } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { lockCollection } from './lock-collection.ts'
import { COUNTED_JOBS } from './select-collections.ts'

export function remove({ db }: Services, actor: Actor, id: number): Promise<{ msg: string }> {
  return transactionWithAudit(db, async (tx) => {
    const now = await lockCollection(tx, actor, id)
    if (now.jobs > 0)
      throw new ServiceError(
        'conflict',
        sentence`${jobsWereRun(now.jobs)} with the collection '${now.name}', so it cannot be deleted.`,
      )
    await tx.delete(collections).where(eq(collections.id, id))
    return { msg: `The band collection '${now.name}' was removed.` }
  })
}

const jobsWereRun = (jobs: number) =>
  `${jobs < COUNTED_JOBS ? jobs : `${COUNTED_JOBS} or more`} ${jobs === 1 ? 'job was' : 'jobs were'} run`
