import { facetsFrom } from '../../db/count-facets.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { listDatasets } from '#contract/rasters/worldpop-list.ts'
import type { listDatasetCoverage } from '#contract/rasters/worldpop.ts'
import { and, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { byText, countAll, listPage } from '../../db/list-query.ts'
import { countries, worldpop_datasets as datasets } from '../../db/schema.ts'
import { filterDatasets, presentDataset, selectDatasets } from './select-datasets.ts'

type List = typeof listDatasets
type Coverage = typeof listDatasetCoverage

export const list = (db: Executor, query: Query<List>): Promise<Answer<List>> =>
  listPage({
    select: selectDatasets(db).$dynamic(),
    count: db.select({ total: countAll }).from(datasets).$dynamic(),
    where: filterDatasets(query),
    sortable: {
      id: datasets.id,
      iso3_code: datasets.iso3_code,
      country: byText(countries.name),
      year: datasets.year,
      category: datasets.category,
      resolution: byText(datasets.resolution),
      created_at: datasets.created_at,
    },
    id: datasets.id,
    query,
    present: presentDataset,
  })

/** One row per country and year that has data; the gaps are not listed. */
export function listCoverage(db: Executor, query: Query<Coverage>): Promise<Answer<Coverage>> {
  const covered = db
    .select({
      iso3_code: datasets.iso3_code,
      country: sql<string>`${countries.name}`.as('country'),
      year: datasets.year,
      datasets: sql<number>`count(*)::int`.as('datasets'),
      categories: sql<string[]>`array_agg(distinct ${datasets.category} order by ${datasets.category})`.as(
        'categories',
      ),
      resolutions: sql<
        string[]
      >`array_agg(distinct ${datasets.resolution} order by ${datasets.resolution})`.as('resolutions'),
    })
    .from(datasets)
    .innerJoin(countries, eq(countries.iso3_code, datasets.iso3_code))
    .where(and(...filterDatasets(query)))
    .groupBy(datasets.iso3_code, countries.name, datasets.year)
    .as('covered')
  return listPage({
    select: db.select().from(covered).$dynamic(),
    count: db.select({ total: countAll }).from(covered).$dynamic(),
    where: [],
    sortable: {
      iso3_code: covered.iso3_code,
      country: byText(covered.country),
      year: covered.year,
      datasets: covered.datasets,
    },
    id: sql`${covered.iso3_code} || ${covered.year}`,
    query,
    present: (row: Answer<Coverage>['content'][number]) => row,
  })
}

const { iso3_code, year, category, resolution } = datasets

export const listFacets = facetsFrom(datasets, filterDatasets, { iso3_code, year, category, resolution })
