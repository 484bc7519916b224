import type { listCountries } from '#contract/places/countries.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import { inArray, or, sql } from '#drizzle'
import type { Database } from '../../db/client.ts'
import { byText, countAll, listPage } from '../../db/list-query.ts'
import { countries } from '../../db/schema.ts'
import { codesNamed } from './names.ts'

/** One of the three levels of M49 has one of these names, case-insensitive. */
function liesIn(names: string[]) {
  const wanted = names.map((name) => name.toLowerCase())
  const { region, sub_region, intermediate_region } = countries
  return or(
    ...[region, sub_region, intermediate_region].map((level) => inArray(sql`lower(${level})`, wanted)),
  )
}

export const listAllCountries = (
  db: Database,
  query: Query<typeof listCountries>,
): Promise<Answer<typeof listCountries>> =>
  listPage({
    select: db.select().from(countries).$dynamic(),
    count: db.select({ total: countAll }).from(countries).$dynamic(),
    where: [
      query.name === undefined ? undefined : inArray(countries.iso3_code, codesNamed(query.name)),
      query.iso3_code && inArray(countries.iso3_code, query.iso3_code),
      query.region && liesIn(query.region),
    ],
    sortable: {
      name: byText(countries.name),
      iso3_code: countries.iso3_code,
      region: sql`(${countries.region}, ${countries.sub_region}, ${countries.intermediate_region})`,
    },
    id: countries.iso3_code,
    query,
    present: ({ bounds, ...row }: typeof countries.$inferSelect) => ({
      ...row,
      bounds: bounds as [number, number, number, number] | null,
    }),
  })
