import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import { uploads } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { expiry } from './internal.ts'

/** After a kill, the upload can be continued this much later. */
const LEASE_S = 10
const RENEW_MS = 3000

const soon = sql`now() + make_interval(secs => ${LEASE_S})`

/**
 * Runs `work` as the only writer of an upload, in any process; meanwhile the upload does not expire. `work` is stopped if
 * another has become the writer, which happens only to a process that was suspended.
 * @throws ServiceError 'locked' while another request writes
 */
export async function asWriter<T>(
  services: Pick<Services, 'config' | 'db'>,
  id: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { db } = services
  const writer = randomUUID()
  const held = () => ({ writer_until: soon, expires_at: expiry(services) })
  const free = or(isNull(uploads.writer), lt(uploads.writer_until, sql`now()`))
  const taken = await db
    .update(uploads)
    .set({ writer, ...held() })
    .where(and(eq(uploads.id, id), free))
    .returning({ id: uploads.id })
  if (taken.length === 0)
    throw new ServiceError(
      'locked',
      sentence`Another request is writing to this upload. Try again in a moment.`,
      {
        headers: { 'Retry-After': '3' },
      },
    )
  const mine = and(eq(uploads.id, id), eq(uploads.writer, writer))
  const lost = new AbortController()
  const renewing = setInterval(() => {
    db.update(uploads)
      .set(held())
      .where(mine)
      .returning({ id: uploads.id })
      .then(
        (rows) => rows.length === 0 && lost.abort(),
        // If the database stays away, the answer will say so.
        () => {},
      )
  }, RENEW_MS)
  renewing.unref()
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(renewing)
    await db
      .update(uploads)
      .set({ writer: null, writer_until: null, expires_at: expiry(services) })
      .where(mine)
      .catch(() => {})
  }
}
