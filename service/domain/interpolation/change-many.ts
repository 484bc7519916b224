import type { Answer } from '#contract/endpoint.ts'
import type { changeProducts, ProductChanges } from '#contract/interpolation/interpolation.ts'
import { type SQL, and, asc, inArray, sql } from '#drizzle'
import type { Database, Executor } from '../../db/client.ts'
import { job_tags, product_tags, products } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { ensureTags } from '../tags/ensure.ts'
import { isListed } from '../../db/is-listed.ts'
import { findProductTags } from './select-products.ts'

type Changed = Answer<typeof changeProducts>
type Changes = Changed['content'][number]['changes']

/** The columns that this call may write; nothing else in a request reaches the row. */
const COLUMNS = ['title', 'data_description', 'status', 'version'] as const

/** All changes or none; unchanged values are neither written nor reported. */
export function changeMany(db: Database, items: readonly ProductChanges[]): Promise<Changed> {
  requireOnce(items)
  return transactionWithAudit(db, async (tx) => {
    const rows = await tx
      .select()
      .from(products)
      .where(
        and(
          inArray(
            products.id,
            items.map(({ id }) => id),
          ),
          isListed,
        ),
      )
      .orderBy(asc(products.id))
      .for('update')
    const byId = new Map(rows.map((row) => [row.id, row]))
    requireAll(items, byId)
    const tagsOf = await findProductTags(tx, [...byId.keys()])
    const tagIds = await ensureTags(
      tx,
      items.flatMap(({ tags }) => tags ?? []),
    )
    const content: Changed['content'] = []
    const written: Row[] = []
    const tagged: Tagged[] = []
    for (const item of items) {
      const row = byId.get(item.id)!
      const changes: Changes = {}
      const after = { ...row }
      for (const column of COLUMNS) {
        const to = item[column]
        if (to === undefined || to === row[column]) continue
        changes[column] = { from: row[column], to }
        Object.assign(after, { [column]: to })
      }
      if (Object.keys(changes).length > 0) written.push(after)
      const previous = (tagsOf.get(item.id) ?? []).map(({ name }) => name)
      if (item.tags && !sameWords(previous, item.tags)) {
        const names = distinct(item.tags)
        changes.tags = { from: previous, to: names }
        // The database may treat two spellings as equal that we consider different.
        tagged.push({ row, tagIds: [...new Set(names.map((name) => tagIds.get(name)!))] })
      }
      content.push({ id: item.id, changes })
    }
    await writeColumns(tx, written)
    await writeTags(tx, tagged)
    return { content, totalElements: content.length }
  })
}

type Row = typeof products.$inferSelect
interface Tagged {
  row: Row
  tagIds: readonly number[]
}

/** All rows in one statement; they are locked, so that unchanged values are written as they are. */
async function writeColumns(tx: Executor, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const list = (column: 'id' | (typeof COLUMNS)[number]) => sql.param(rows.map((row) => row[column]))
  await tx.execute(sql`
    update ${products} set title = sent.title, data_description = sent.data_description, status = sent.status,
      version = sent.version
    from unnest(${list('id')}::int[], ${list('title')}::text[], ${list('data_description')}::text[],
      ${list('status')}::text[], ${list('version')}::text[]) as sent (id, title, data_description, status, version)
    where ${products.id} = sent.id`)
}

/** A job's product has its job's tags, so those are changed. Two statements per table, however many rows. */
async function writeTags(tx: Executor, tagged: readonly Tagged[]): Promise<void> {
  const own = tagged.filter(({ row }) => row.job_id === null)
  const ofJobs = tagged.filter(({ row }) => row.job_id !== null)
  await replaceTags(tx, sql`${product_tags}`, sql`product_id`, own, ({ row }) => row.id)
  await replaceTags(tx, sql`${job_tags}`, sql`job_id`, ofJobs, ({ row }) => row.job_id!)
}

async function replaceTags(
  tx: Executor,
  table: SQL,
  key: SQL,
  tagged: readonly Tagged[],
  keyOf: (one: Tagged) => number,
): Promise<void> {
  if (tagged.length === 0) return
  await tx.execute(sql`delete from ${table} where ${key} = any(${sql.param(tagged.map(keyOf))}::int[])`)
  const pairs = tagged.flatMap((one) => one.tagIds.map((tagId) => [keyOf(one), tagId] as const))
  if (pairs.length === 0) return
  // The same job may be tagged concurrently: then it already has the tag.
  await tx.execute(sql`
    insert into ${table} (${key}, tag_id)
    select * from unnest(${sql.param(pairs.map(([id]) => id))}::int[], ${sql.param(pairs.map(([, id]) => id))}::int[])
    on conflict do nothing`)
}

function requireOnce(items: readonly ProductChanges[]): void {
  const seen = new Set<number>()
  for (const [i, { id }] of items.entries()) {
    if (seen.has(id)) {
      const message = sentence`Product ${id} is named twice.`
      throw new ServiceError('invalid', message, { field: `items.${i}.id` })
    }
    seen.add(id)
  }
}

function requireAll(items: readonly ProductChanges[], found: ReadonlyMap<number, unknown>): void {
  const errors = items.flatMap(({ id }, i) =>
    found.has(id) ? [] : [{ id, field: `items.${i}.id`, message: sentence`There is no product ${id}.` }],
  )
  if (errors.length === 0) return
  const [first] = errors
  const what =
    errors.length === 1
      ? first.message
      : sentence`${errors.length} products do not exist; the first is ${first.id}.`
  throw new ServiceError('not-found', sentence`${what} Nothing was changed.`, {
    errors: errors.slice(0, 100).map(({ field, message }) => ({ field, message: message.text })),
  })
}

const distinct = (names: readonly string[]) => [
  ...new Map(names.map((name) => [name.toLowerCase(), name])).values(),
]
const sameWords = (one: readonly string[], other: readonly string[]) =>
  distinct(one)
    .map((name) => name.toLowerCase())
    .sort()
    .join('\n') ===
  distinct(other)
    .map((name) => name.toLowerCase())
    .sort()
    .join('\n')
