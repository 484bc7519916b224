import { createHash } from 'node:crypto'
import { type SQL, sql } from '#drizzle'
import type { StacGeometry } from '#contract/standards/stac.ts'
import type { Executor } from '../../db/client.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { cutPage } from './cut-page.ts'
import { jsonToText } from './cql2/json-to-text.ts'
import { filterToSql } from './cql2/to-sql.ts'
import { fillExtents } from '../rasters/extents.ts'
import { intersects } from './intersects.ts'
import { QUERYABLES } from './queryables.ts'
import { datetimeCondition, bboxCondition } from './read-place-and-time.ts'
import { COLLECTION_IDS, hasId, newestRows, type StacRow, stacRows, where } from './rows.ts'

/** The parameters of a search, by query or by body. */
export interface StacSearch {
  limit: number
  token?: string
  bbox?: string | readonly number[]
  intersects?: string | StacGeometry
  datetime?: string
  filter?: string | Readonly<Record<string, unknown>>
  ids?: readonly string[]
  collections?: readonly string[]
}

interface StacPage {
  rows: StacRow[]
  matched: number
  /** The token of the next page; null on the last. */
  next: string | null
}

const conditionsOf = ({ bbox, datetime, filter, ids, collections }: StacSearch): SQL[] => [
  ...(bbox === undefined ? [] : [bboxCondition(bbox)]),
  ...(datetime === undefined ? [] : [datetimeCondition(datetime)]),
  ...(filter === undefined
    ? []
    : [filterToSql(typeof filter === 'string' ? filter : jsonToText(filter), QUERYABLES)]),
  ...(ids === undefined ? [] : [hasId(ids)]),
  ...(collections === undefined ? [] : [sql`item.collection = any(${sql.param([...collections])}::text[])`]),
]

/** The same for all pages of a search; only `limit` may change from one to the next. */
const markOf = ({ bbox, intersects: geometry, datetime, filter, ids, collections }: StacSearch): string =>
  createHash('sha256')
    .update(JSON.stringify([bbox && String(bbox), geometry, datetime, filter, ids, collections]))
    .digest('hex')
    .slice(0, 16)

/** A page goes on after its last item, so that none is repeated or skipped while others are added. */
function after(query: StacSearch): SQL[] {
  if (query.token === undefined) return []
  const [, collection, record, mark] = /^([a-z-]{1,40})\.(\d{1,9})\.([0-9a-f]{16})$/.exec(query.token) ?? []
  if (mark !== markOf(query) || !COLLECTION_IDS.some((id) => id === collection))
    throw new ServiceError(
      'bad-request',
      sentence`token must come from the link to the next page of the same search.`,
    )
  return [
    sql`(item.collection > ${collection} or (item.collection = ${collection} and item.record < ${Number(record)}::int))`,
  ]
}

/** One page of items, collection by collection, the newest first, and the number of all matches. */
export async function search(db: Executor, query: StacSearch): Promise<StacPage> {
  if (query.bbox !== undefined && query.intersects !== undefined)
    throw new ServiceError('bad-request', sentence`A search takes bbox or intersects, not both.`)
  const plain = conditionsOf(query)
  const further = after(query)
  if (query.bbox !== undefined || query.intersects !== undefined) await fillExtents(db)
  const conditions =
    query.intersects === undefined ? plain : [...plain, await intersects(db, query.intersects, plain)]
  const here = [...conditions, ...further]
  const { rows } = await db.execute<StacRow>(sql`
    select item.collection, item.record, item.item_id from ${newestRows(here, query.limit + 1)}
    order by item.collection, item.record desc limit ${query.limit + 1}`)
  const counted = await db.execute<{ matched: number }>(
    sql`select count(*)::int as matched from ${stacRows} ${where(conditions)}`,
  )
  const page = await cutPage(db, rows.slice(0, query.limit))
  const last = page.at(-1)
  const next = rows.length > page.length && last ? `${last.collection}.${last.record}.${markOf(query)}` : null
  return { rows: page, matched: counted.rows[0].matched, next }
}

/** One item's row; null if it does not exist, or is not published. */
export async function findRow(db: Executor, collection: string, itemId: string): Promise<StacRow | null> {
  const { rows } = await db.execute<StacRow>(sql`
    select item.collection, item.record, item.item_id from ${stacRows}
    where item.collection = ${collection} and ${hasId([itemId])}`)
  return rows[0] ?? null
}
