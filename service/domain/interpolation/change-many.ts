import type { Answer } from '#contract/endpoint.ts'
import type { changeProducts, ProductChanges } from '#contract/interpolation.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database, Executor } from '../../db/client.ts'
import { job_tags, product_tags, products } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { ensureTags } from '../tags/ensure.ts'
import { isListed } from './find-files.ts'
import { findProductTags } from './select-products.ts'

type Changed = Answer<typeof changeProducts>
type Changes = Changed['content'][number]['changes']

/** The columns that this call may write; nothing else of a request reaches the row. */
const COLUMNS = ['title', 'data_description', 'status', 'version'] as const

/** All of the changes or none; what is the same already is not written and not told. */
export function changeMany(db: Database, items: readonly ProductChanges[]): Promise<Changed> {
  requireOnce(items)
  return transaction(db, async (tx) => {
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
    for (const item of items) {
      const row = byId.get(item.id)!
      const changes: Changes = {}
      const set: Partial<typeof products.$inferInsert> = {}
      for (const column of COLUMNS) {
        const to = item[column]
        if (to === undefined || to === row[column]) continue
        changes[column] = { from: row[column], to }
        Object.assign(set, { [column]: to })
      }
      if (Object.keys(set).length > 0) await tx.update(products).set(set).where(eq(products.id, item.id))
      const former = (tagsOf.get(item.id) ?? []).map(({ name }) => name)
      if (item.tags && !sameWords(former, item.tags)) {
        const names = distinct(item.tags)
        changes.tags = { from: former, to: names }
        await setTags(
          tx,
          row,
          names.map((name) => tagIds.get(name)!),
        )
      }
      content.push({ id: item.id, changes })
    }
    return { content, totalElements: content.length }
  })
}

function requireOnce(items: readonly ProductChanges[]): void {
  const seen = new Set<number>()
  for (const [i, { id }] of items.entries()) {
    if (seen.has(id)) {
      const message = `Product ${id} is named twice.`
      throw new ServiceError('invalid', message, { errors: [{ field: `items.${i}.id`, message }] })
    }
    seen.add(id)
  }
}

function requireAll(items: readonly ProductChanges[], found: ReadonlyMap<number, unknown>): void {
  const errors = items.flatMap(({ id }, i) =>
    found.has(id) ? [] : [{ field: `items.${i}.id`, message: `There is no product ${id}.` }],
  )
  if (errors.length === 0) return
  const detail = `${errors[0].message}${errors.length > 1 ? ` (${errors.length} are not there)` : ''} Nothing was changed.`
  throw new ServiceError('not-found', detail, { errors: errors.slice(0, 100) })
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

/** A job's product carries the tags of its job, so it is those that change. */
async function setTags(
  tx: Executor,
  { id, job_id }: typeof products.$inferSelect,
  tagIds: number[],
): Promise<void> {
  if (job_id === null) {
    await tx.delete(product_tags).where(eq(product_tags.product_id, id))
    if (tagIds.length > 0)
      await tx.insert(product_tags).values(tagIds.map((tag_id) => ({ product_id: id, tag_id })))
    return
  }
  await tx.delete(job_tags).where(eq(job_tags.job_id, job_id))
  if (tagIds.length > 0) await tx.insert(job_tags).values(tagIds.map((tag_id) => ({ job_id, tag_id })))
}
