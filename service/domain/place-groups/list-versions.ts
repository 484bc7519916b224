import { facetsFrom } from '../../db/count-facets.ts'
import type { Answer, Query } from '#contract/endpoint.ts'
import type { PlaceGroupVersion, listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { eq, inArray, type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { type Paging, byText, countAll, listPage } from '../../db/list-query.ts'
import { countries, place_group_versions as versions, places } from '../../db/schema.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

type List = typeof listPlaceGroupVersions

const select = (db: Executor) =>
  db
    .select({
      id: versions.id,
      iso3_code: versions.iso3_code,
      country: countries.name,
      place_type: versions.place_type,
      version: versions.version,
      is_default: versions.is_default,
      active: versions.active,
      places: sql<number>`(select count(*)::int from ${places} where ${places.version_id} = ${versions.id})`,
    })
    .from(versions)
    .innerJoin(countries, eq(countries.iso3_code, versions.iso3_code))

/** @throws ServiceError 'not-found' */
export async function findVersion(db: Executor, id: number): Promise<PlaceGroupVersion> {
  const [found] = await select(db).where(eq(versions.id, id))
  if (!found) throw new ServiceError('not-found', sentence`There is no place group version ${id}.`)
  return found
}

type Filters = Omit<Query<List>, keyof Paging>

export const filterVersions = (query: Filters): (SQL | undefined)[] => [
  query.id && inArray(versions.id, query.id),
  query.iso3_code && inArray(versions.iso3_code, query.iso3_code),
  query.place_type && inArray(versions.place_type, query.place_type),
  query.default_only ? eq(versions.is_default, true) : undefined,
  query.active_only ? eq(versions.active, true) : undefined,
]

export async function listVersions(db: Executor, query: Query<List>): Promise<Answer<List>> {
  return listPage({
    select: select(db).$dynamic(),
    count: db.select({ total: countAll }).from(versions).$dynamic(),
    where: filterVersions(query),
    sortable: {
      id: versions.id,
      iso3_code: versions.iso3_code,
      place_type: versions.place_type,
      version: byText(versions.version),
    },
    id: versions.id,
    query,
    present: (row: PlaceGroupVersion) => row,
  })
}

const { iso3_code, place_type } = versions

export const listFacets = facetsFrom(versions, filterVersions, { iso3_code, place_type })
