import { eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { byText } from '../../db/list-query.ts'
import { countries, products } from '../../db/schema.ts'
import { isListed } from '../../db/is-listed.ts'

const listed = <T>(content: T[]) => ({ content, totalElements: content.length })

/** Countries that have products, by name. */
export async function listCatalogCountries(db: Executor) {
  return listed(
    await db
      .select({
        iso3_code: countries.iso3_code,
        name: countries.name,
        products: sql<number>`count(*)::int`,
      })
      .from(products)
      .innerJoin(countries, eq(countries.iso3_code, products.iso3_code))
      .where(isListed)
      .groupBy(countries.iso3_code, countries.name)
      .orderBy(byText(countries.name)),
  )
}

export async function listProductSources(db: Executor) {
  const rows = await db
    .select({ source: products.source })
    .from(products)
    .where(isListed)
    .groupBy(products.source)
    .orderBy(byText(products.source))
  return listed(rows.map(({ source }) => source))
}

/** Countries with completed jobs, final or not; counted using only the index of completed jobs. */
export async function listModelCountries(db: Executor) {
  const { rows } = await db.execute<{ iso3_code: string; name: string; jobs: number }>(sql`
    select c.iso3_code, c.name, done.jobs from countries c
    join (
      select iso3_code, count(*)::int as jobs from jobs where status = 'completed' group by iso3_code
    ) as done on done.iso3_code = c.iso3_code
    order by c.name collate "und-x-icu"`)
  return listed(rows.map((row) => ({ ...row })))
}
