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
import { type SortField, orderOf } from './sort-by.ts'
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
  sortby?: readonly SortField[]
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
const markOf = ({ bbox, intersects: geometry, datetime, filter, ids, collections, sortby }: StacSearch) =>
  createHash('sha256')
    .update(JSON.stringify([bbox && String(bbox), geometry, datetime, filter, ids, collections, sortby]))
    .digest('hex')
    .slice(0, 16)

/** A sorted search counts the items of the pages before; the others name the last one. */
const SORTED = 'sorted'

function readToken(query: StacSearch): { place: string; number: number } | null {
  if (query.token === undefined) return null
  const [, place, number, mark] = /^([a-z-]{1,40})\.(\d{1,9})\.([0-9a-f]{16})$/.exec(query.token) ?? []
  const places: readonly string[] = query.sortby ? [SORTED] : COLLECTION_IDS
  if (mark !== markOf(query) || !places.includes(place))
    throw new ServiceError(
      'bad-request',
      sentence`token must come from the link to the next page of the same search.`,
    )
  return { place, number: Number(number) }
}

type Page = Pick<StacPage, 'rows'> & { tokenAfter: (page: readonly StacRow[]) => string }

/** A page goes on after its last item, so that none is repeated or skipped while others are added. */
async function newest(db: Executor, query: StacSearch, conditions: readonly SQL[]): Promise<Page> {
  const after = readToken(query)
  const further = after
    ? [
        sql`(item.collection > ${after.place} or (item.collection = ${after.place} and item.record < ${after.number}::int))`,
      ]
    : []
  const { rows } = await db.execute<StacRow>(sql`
    select item.collection, item.record, item.item_id
    from ${newestRows([...conditions, ...further], query.limit + 1)}
    order by item.collection, item.record desc limit ${query.limit + 1}`)
  return { rows, tokenAfter: (page) => `${page.at(-1)!.collection}.${page.at(-1)!.record}` }
}

async function pageInOrder(db: Executor, query: StacSearch, conditions: readonly SQL[]): Promise<Page> {
  const skip = readToken(query)?.number ?? 0
  const { rows } = await db.execute<StacRow>(sql`
    select item.collection, item.record, item.item_id from ${stacRows} ${where(conditions)}
    order by ${orderOf(query.sortby ?? [])}, item.collection, item.record desc
    limit ${query.limit + 1} offset ${skip}`)
  return { rows, tokenAfter: (page) => `${SORTED}.${skip + page.length}` }
}

/** One page of items, collection by collection, the newest first, and the number of all matches. */
export async function search(db: Executor, query: StacSearch): Promise<StacPage> {
  if (query.bbox !== undefined && query.intersects !== undefined)
    throw new ServiceError('bad-request', sentence`A search takes bbox or intersects, not both.`)
  const plain = conditionsOf(query)
  if (query.bbox !== undefined || query.intersects !== undefined) await fillExtents(db)
  const conditions =
    query.intersects === undefined ? plain : [...plain, await intersects(db, query.intersects, plain)]
  const { rows, tokenAfter } = await (query.sortby ? pageInOrder : newest)(db, query, conditions)
  const counted = await db.execute<{ matched: number }>(
    sql`select count(*)::int as matched from ${stacRows} ${where(conditions)}`,
  )
  const page = await cutPage(db, rows.slice(0, query.limit))
  const next = rows.length > page.length && page.length > 0 ? `${tokenAfter(page)}.${markOf(query)}` : null
  return { rows: page, matched: counted.rows[0].matched, next }
}

/** One item's row; null if it does not exist, or is not published. */
export async function findRow(db: Executor, collection: string, itemId: string): Promise<StacRow | null> {
  const { rows } = await db.execute<StacRow>(sql`
    select item.collection, item.record, item.item_id from ${stacRows}
    where item.collection = ${collection} and ${hasId([itemId])}`)
  return rows[0] ?? null
}
