import { setImmediate } from 'node:timers/promises'
import { asc, eq, sql } from '#drizzle'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { places } from '../../db/schema.ts'
import type { CountryArea } from '../../geometry/country-area.ts'
import { answerQuestion, type OutlineQuestion, parseArea, type Spots } from './outline-questions.ts'
import { askInChild } from './run-outlines.ts'

/** A country's outlines, for queries. */
export interface CountryOutlines {
  bounds(): Promise<CountryArea['bounds']>
  /**
   * Which points lie farther than `withinKm` outside, by index, and how far; null for those after the first `exact`.
   * NaN points are skipped.
   */
  farOff(spots: Spots, withinKm: number, exact: number): Promise<Map<number, number | null>>
  /** About `count` evenly spaced points of the country's box, restricted to those inside the country. */
  probes(count: number): Promise<Spots>
}

/** Outlines of up to this many characters answer in milliseconds; a process costs 40 ms of CPU time to start. */
const SMALL_CHARACTERS = 2 ** 20

/** Large outlines stay text in this process: each query is answered in a child process. */
export async function readCountryOutlines(
  db: Executor,
  versionId: number,
  caller: Caller,
): Promise<CountryOutlines> {
  const rows = await db
    .select({ geometry: sql<string>`${places.geometry}::text` })
    .from(places)
    .where(eq(places.version_id, versionId))
    .orderBy(asc(places.position))
  const geometries = rows.map(({ geometry }) => geometry)
  const ask = await asker(geometries, caller)
  return {
    bounds: () => ask<CountryArea['bounds']>({ about: 'bounds' }),
    farOff: (spots, withinKm, exact) =>
      ask<Map<number, number | null>>({ about: 'far-off', spots, withinKm, exact }),
    probes: (count) => ask<Spots>({ about: 'probes', count }),
  }
}

async function asker(geometries: readonly string[], caller: Caller) {
  const characters = geometries.reduce((sum, { length }) => sum + length, 0)
  if (characters > SMALL_CHARACTERS) {
    // Up to 90 MB: receiving and copying them take a turn of the event loop each.
    await setImmediate()
    const content = Buffer.from(geometries.join('\n'))
    return <Answer>(question: OutlineQuestion) => askInChild<Answer>(content, question, caller)
  }
  const area = parseArea(geometries)
  return async <Answer>(question: OutlineQuestion) => (await answerQuestion(area, question)) as Answer
}
