import { type SQL, and, sql } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import { contains } from '../../../db/list-query.ts'
import { jobs } from '../../../db/schema.ts'

/** The planner's sample changes with each ANALYZE; an older one only makes a search slower. */
const KEPT_MS = 10 * 60_000
const samples = new WeakMap<Executor, { texts: Sampled[]; until: number }>()

interface Sampled {
  text: string
  /** Share of all rows that have the text. */
  share: number
}

/** The index finds the word; the whole text is then searched in what it finds. */
export const describedBy = (needle: string, word: string): SQL =>
  and(contains(jobs.data_description, word), contains(sql`(${jobs.data_description} || '')`, needle))!

/**
 * The word of a search that the fewest descriptions contain, by the planner's sample of them; undefined if it is one word.
 * The trigram index reads the list of every trigram that it is asked for, and those of a word that all descriptions
 * contain are as long as the table.
 */
export async function rarestWord(db: Executor, needle: string): Promise<string | undefined> {
  // Shorter words have no trigram of their own.
  const words = needle.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  if (words.length < 2) return undefined
  const texts = await readSample(db)
  const frequency = (word: string) =>
    texts.reduce((sum, { text, share }) => sum + (text.includes(word.toLowerCase()) ? share : 0), 0)
  const [rarest] = words
    .map((word) => ({ word, frequency: frequency(word) }))
    .sort((a, b) => a.frequency - b.frequency || b.word.length - a.word.length)
  return rarest.word
}

async function readSample(db: Executor): Promise<Sampled[]> {
  const kept = samples.get(db)
  if (kept && kept.until > Date.now()) return kept.texts
  const { rows } = await db.execute<{ common: string[]; shares: number[]; bounds: string[] }>(sql`
    select coalesce(most_common_vals::text::text[], '{}') as common, coalesce(most_common_freqs, '{}') as shares,
      coalesce(histogram_bounds::text::text[], '{}') as bounds
    from pg_stats where schemaname = current_schema and tablename = 'jobs' and attname = 'data_description'`)
  const texts = rows.flatMap(({ common, shares, bounds }) => {
    const rest = Math.max(0, 1 - shares.reduce((sum, share) => sum + share, 0)) / Math.max(1, bounds.length)
    return [
      ...common.map((text, i) => ({ text: text.toLowerCase(), share: shares[i] })),
      ...bounds.map((text) => ({ text: text.toLowerCase(), share: rest })),
    ]
  })
  samples.set(db, { texts, until: Date.now() + KEPT_MS })
  return texts
}
