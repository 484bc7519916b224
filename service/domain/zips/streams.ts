import type { Readable } from 'node:stream'
import { MAX_ZIPS_AT_ONCE } from '#contract/zips.ts'
import { eq, sql } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { lockFor } from '../../db/lock-for.ts'
import { zip_streams } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

const BEAT_MS = 10_000
const LOST_S = 35

/** Counts a person's streams while they run, across all processes; rejects the third at once. */
export async function withinLimit(
  db: Database,
  userId: number,
  open: () => Promise<Readable>,
): Promise<Readable> {
  const id = await begin(db, userId)
  const end = () => db.delete(zip_streams).where(eq(zip_streams.id, id))
  try {
    const stream = await open()
    const beat = setInterval(
      () =>
        void db
          .update(zip_streams)
          .set({ beat_at: sql`now()` })
          .where(eq(zip_streams.id, id))
          .catch(() => {}),
      BEAT_MS,
    )
    beat.unref()
    stream.once('close', () => {
      clearInterval(beat)
      // If the database is unavailable, the row counts as lost a little later.
      void end().catch(() => {})
    })
    return stream
  } catch (error) {
    await end()
    throw error
  }
}

async function begin(db: Database, userId: number): Promise<number> {
  return transactionWithAudit(db, async (tx) => {
    await lockFor(tx, `zips/${userId}`)
    const { rows } = await tx.execute<{ open: number }>(sql`
      with lost as (
        delete from zip_streams where user_id = ${userId} and beat_at < now() - make_interval(secs => ${LOST_S})
        returning id
      )
      select count(*)::int as open from zip_streams where user_id = ${userId} and id not in (select id from lost)`)
    if (rows[0].open >= MAX_ZIPS_AT_ONCE)
      throw new ServiceError(
        'too-many',
        sentence`Only ${fixed(MAX_ZIPS_AT_ONCE)} zips can be downloaded at once by one person. Wait until one is complete.`,
        { headers: { 'Retry-After': '10' } },
      )
    const [row] = await tx.insert(zip_streams).values({ user_id: userId }).returning({ id: zip_streams.id })
    return row.id
  })
}
