import type { Answer, Query } from '#contract/endpoint.ts'
import { type listProducts, parseBox } from '#contract/interpolation/interpolation-list.ts'
import { and, eq, inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { betweenDays, inPeriod } from '../../db/day-range.ts'
import { listByIds } from '../../db/list-by-ids.ts'
import { byText, contains, countAll, type Paging } from '../../db/list-query.ts'
import { assets, countries, products, tags } from '../../db/schema.ts'
import { fillExtents } from '../rasters/extents.ts'
import { isListed } from '../../db/is-listed.ts'
import { describeProducts, presentProduct, selectProducts } from './select-products.ts'

type List = typeof listProducts

export async function list(db: Executor, query: Query<List>): Promise<Answer<List>> {
  if (query.bounds !== undefined) await fillExtents(db)
  return listByIds(db, {
    from: products,
    where: filterProducts(query),
    sortable: {
      id: products.id,
      job_key: products.job_key,
      iso3_code: products.iso3_code,
      country: byText(
        sql`(select ${countries.name} from ${countries} where ${countries.iso3_code} = ${products.iso3_code})`,
      ),
      target: byText(products.target),
      source: byText(products.source),
      source_wave: byText(products.source_wave),
      source_date: products.source_date,
      round: byText(products.round),
      year: products.year,
      title: byText(products.title),
      data_description: byText(products.data_description),
      status: products.status,
      version: byText(products.version),
      final: products.final,
      resolution_m: products.resolution_m,
      created_at: products.created_at,
      created_by: products.created_by,
    },
    id: products.id,
    query,
    read: async (ids) => {
      const rows = await selectProducts(db).where(inArray(products.id, ids))
      const found = new Map(rows.map((row) => [row.id, presentProduct(row)]))
      return describeProducts(
        db,
        ids.flatMap((id) => found.get(id) ?? []),
      )
    },
  })
}

/** The row count for the same filters; paging and sort are accepted and ignored. */
export async function size(db: Executor, query: Query<List>): Promise<number> {
  if (query.bounds !== undefined) await fillExtents(db)
  const [{ total }] = await db
    .select({ total: countAll })
    .from(products)
    .where(and(...filterProducts(query)))
  return total
}

type Filters = Omit<Query<List>, keyof Paging>

/** Conditions on `products` alone; those that are not in the catalogue never match. */
export function filterProducts(query: Filters): (SQL | undefined)[] {
  const among = (column: Parameters<typeof inArray>[0], values: unknown[] | undefined) =>
    values && inArray(column, values)
  const codes = [query.iso3_code, query.iso3_codes, query.iso_3_code, query.iso_3_codes].flatMap(
    (given) => given ?? [],
  )
  return [
    isListed,
    among(products.id, query.id),
    among(products.job_id, query.job_id),
    among(products.job_key, query.job_key),
    codes.length > 0 ? inArray(products.iso3_code, [...new Set(codes)]) : undefined,
    among(products.target, query.target),
    among(products.source, query.source),
    among(products.source_wave, query.source_wave),
    query.source_date === undefined ? undefined : eq(products.source_date, query.source_date),
    among(products.round, query.round),
    among(products.year, query.year),
    query.title === undefined ? undefined : contains(products.title, query.title),
    query.data_description === undefined
      ? undefined
      : contains(products.data_description, query.data_description),
    among(products.status, query.status),
    among(products.version, query.version),
    query.tags && carries(query.tags, query.tags_match),
    query.final === undefined ? undefined : eq(products.final, query.final),
    among(products.created_by, query.created_by),
    query.bounds === undefined ? undefined : bboxCondition(query.bounds),
    ...betweenDays(products.created_at, query.created_start, query.created_end),
    ...inPeriod(products.created_at, query.created),
  ]
}

function carries(names: string[], match: 'all' | 'any' = 'all'): SQL {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  return sql`${products.id} in (
    select t.product_id from tags_of_products t join ${tags} on ${tags.id} = t.tag_id
    where ${inArray(sql`lower(${tags.name})`, wanted)}
    group by t.product_id having count(*) >= ${match === 'all' ? wanted.length : 1})`
}

/** The product's extent in degrees, or that of its asset; one that cannot be computed never matches. */
function bboxCondition(box: string): SQL {
  const [west, south, east, north] = parseBox(box)!
  const extent = sql`case when ${products.job_id} is null
    then (select ${assets.extent} from ${assets} where ${assets.id} = ${products.asset_id}) else ${products.bounds} end`
  // It begins west of the box's east, and ends east of the box's west. For each of the two that lies across 180°, where
  // west is greater than east, one condition fewer is needed.
  return sql`exists (select from (select ${extent} as extent) as own
    where own.extent[2] <= ${north} and own.extent[4] >= ${south}
      and (own.extent[1] <= ${east})::int + (own.extent[3] >= ${west})::int
        + (own.extent[1] > own.extent[3])::int + ${west > east ? 1 : 0} >= 2)`
}
