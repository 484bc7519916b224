import { type SQL, and, sql } from '#drizzle'
import type { Executor } from '../../../db/client.ts'
import { contains } from '../../../db/list-query.ts'
import { jobs } from '../../../db/schema.ts'

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
  const { rows } = await db.execute<{ word: string }>(sql`
    with stats as (
      select most_common_vals::text::text[] as texts, most_common_freqs as shares, histogram_bounds::text::text[] as bounds
      from pg_stats where schemaname = current_schema and tablename = 'jobs' and attname = 'data_description'
    ), sample as (
      select text, share from stats, unnest(texts, shares) as common (text, share)
      union all
      select text, (1 - coalesce((select sum(share) from unnest(shares) as share), 0)) / cardinality(bounds)
      from stats, unnest(bounds) as text)
    select word from unnest(${sql.param(words)}::text[]) as words (word)
    order by (select coalesce(sum(share), 0) from sample where strpos(lower(text), lower(word)) > 0), length(word) desc
    limit 1`)
  return rows[0].word
}
