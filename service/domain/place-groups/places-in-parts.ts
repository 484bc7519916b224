import { asc, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { places } from '../../db/schema.ts'

/** Of JSON; a place with more is a part of its own. */
const PART_BYTES = 2 ** 20
/** JSON has at most five times the bytes of what the database stores, compressed. */
const JSON_PER_STORED = 5

/** A version's places in runs of positions, to be read one after the other, and the size of the largest run. */
export async function placesInParts(
  db: Executor,
  versionId: number,
): Promise<{ parts: [first: number, last: number][]; largestBytes: number }> {
  const rows = await db
    .select({ position: places.position, stored: sql<number>`pg_column_size(${places.geometry})` })
    .from(places)
    .where(eq(places.version_id, versionId))
    .orderBy(asc(places.position))
  const parts: [number, number][] = []
  let bytes = Infinity
  let largestBytes = 0
  for (const { position, stored } of rows) {
    bytes += JSON_PER_STORED * stored
    if (bytes > PART_BYTES) {
      parts.push([position, position])
      bytes = JSON_PER_STORED * stored
    } else parts.at(-1)![1] = position
    largestBytes = Math.max(largestBytes, bytes)
  }
  return { parts, largestBytes }
}
