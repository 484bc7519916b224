import { setImmediate } from 'node:timers/promises'
import { asc, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import { places } from '../../db/schema.ts'
import type { CountryArea } from '../../geometry/country-area.ts'
import { answerQuestion, type OutlineQuestion, parseArea, type Spots } from './outline-questions.ts'
import { askInChild } from './run-outlines.ts'

/** The outlines of a country, to be asked. */
export interface CountryOutlines {
  bounds(): Promise<CountryArea['bounds']>
  /**
   * Which spots lie farther than `withinKm` outside, by their index, and how far; null for those after the first `exact`.
   * Spots that are NaN are passed over.
   */
  farOff(spots: Spots, withinKm: number, exact: number): Promise<Map<number, number | null>>
  /** About `count` evenly spaced spots of the box around the country, those inside the country. */
  probes(count: number): Promise<Spots>
}

/** Outlines of up to this many characters answer in milliseconds; a process costs 40 ms of CPU time before it begins. */
const SMALL_CHARACTERS = 2 ** 20

/** Large outlines stay text in this process: each question is answered in a child process. */
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
    // Up to 90 MB: receiving them and copying them take a turn each.
    await setImmediate()
    const content = Buffer.from(geometries.join('\n'))
    return <Answer>(question: OutlineQuestion) => askInChild<Answer>(content, question, caller)
  }
  const area = parseArea(geometries)
  return async <Answer>(question: OutlineQuestion) => (await answerQuestion(area, question)) as Answer
}
