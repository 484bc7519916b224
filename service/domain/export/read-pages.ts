import { drizzle } from '#drizzle'
import { MAX_EXPORT_ROWS } from '#contract/lists/export-limits.ts'
import type { Database, Executor } from '../../db/client.ts'
import * as schema from '../../db/schema.ts'
import { fixed, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { type Batches, openBatches } from './read-batches.ts'

const ROWS = 1000

export interface PageOf<Row> {
  content: Row[]
  totalElements: number
}
type ListPages<Row> = (at: Executor, page: { limit: number; skip: number }) => Promise<PageOf<Row>>

/**
 * All pages of a list, in one snapshot.
 * @throws ServiceError 'invalid' before the first row if there are more rows than an export may have
 */
export function openPages<Row>(
  db: Database,
  list: ListPages<Row>,
  personId: number | null,
): Promise<Batches<Row>> {
  let first: PageOf<Row> | undefined
  let skip = 0
  let total = 0
  return openBatches<Row>(db, personId, {
    async start(client) {
      first = await list(drizzle(client, { schema }), { limit: ROWS, skip })
      total = first.totalElements
      if (total > MAX_EXPORT_ROWS) throw tooMany(total)
    },
    async next(client) {
      if (skip >= total) return []
      const page = first ?? (await list(drizzle(client, { schema }), { limit: ROWS, skip }))
      first = undefined
      skip += ROWS
      return page.content
    },
  })
}

const grouped = (count: number) => count.toLocaleString('en')
const tooMany = (total: number) =>
  new ServiceError(
    'invalid',
    sentence`${grouped(total)} rows match; an export holds at most ${fixed(grouped(MAX_EXPORT_ROWS))}. Narrow the filters.`,
  )
