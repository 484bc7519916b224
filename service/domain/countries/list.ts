import type { listCountries } from '#contract/countries.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { Database } from '../../db/client.ts'
import { byText, contains, countAll, listPage } from '../../db/list-query.ts'
import { countries } from '../../db/schema.ts'

export const listAllCountries = (
  db: Database,
  query: Query<typeof listCountries>,
): Promise<Answer<typeof listCountries>> =>
  listPage({
    select: db.select().from(countries).$dynamic(),
    count: db.select({ total: countAll }).from(countries).$dynamic(),
    where: [query.name === undefined ? undefined : contains(countries.name, query.name)],
    sortable: { name: byText(countries.name), iso3_code: countries.iso3_code },
    id: countries.iso3_code,
    query,
    present: (row: typeof countries.$inferSelect) => row,
  })
