import type { Answer, Query } from '#contract/endpoint.ts'
import { type listProducts, parseBox } from '#contract/interpolation-list.ts'
import { and, eq, inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { betweenDays, inPeriod } from '../../db/day-range.ts'
import { listByIds } from '../../db/list-by-ids.ts'
import { byText, contains, countAll, type Paging } from '../../db/list-query.ts'
import { countries, products, tags } from '../../db/schema.ts'
import { MERCATOR_LATITUDE, toMercator } from '../../raster/web-mercator.ts'
import { isListed } from '../../db/is-listed.ts'
import { describeProducts, presentProduct, selectProducts } from './select-products.ts'

type List = typeof listProducts

export function list(db: Executor, query: Query<List>): Promise<Answer<List>> {
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
    query.bounds === undefined ? undefined : touches(query.bounds),
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

/**
 * Extents are in the units of their CRS, and may continue beyond 180°; those in neither degrees nor Web Mercator never
 * match.
 */
function touches(box: string): SQL {
  const [west, south, east, north] = parseBox(box)!
  const [left, bottom] = toMercator(west, Math.max(south, -MERCATOR_LATITUDE))
  const [right, top] = toMercator(east, Math.min(north, MERCATOR_LATITUDE))
  const [half] = toMercator(180, 0)
  const within = (turn: number, [w, s, e, n]: number[]) => {
    const columns = [-turn, 0, turn].map(
      (by) => sql`${products.bounds}[1] <= ${e + by} and ${products.bounds}[3] >= ${w + by}`,
    )
    return sql`(${sql.join(columns, sql` or `)})
      and ${products.bounds}[2] <= ${n} and ${products.bounds}[4] >= ${s}`
  }
  return sql`case
    when ${products.epsg} between 4000 and 4999 then ${within(360, [west, south, east, north])}
    when ${products.epsg} = 3857 then ${within(2 * half, [left, bottom, right, top])} else false end`
}
