import type { Collection } from '#contract/rasters/collection-list.ts'
import { type SQLWrapper, and, eq, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { collection_versions, collections, users } from '../../db/schema.ts'
import type { Affine } from '../../raster/grid.ts'
import { resolutionMetres } from '../../raster/grids/reference-grid.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Above this number, the exact count of a collection's jobs does not matter. */
export const COUNTED_JOBS = 1000

const bandFields = `'id', b.id, 'name', b.name, 'unit', b.unit, 'iso3_code', b.iso3_code`

/** The bands of a version in order; each year of a series with the year that it had when the version was made. */
export const bandsOf = (collectionId: SQLWrapper, version: SQLWrapper) => sql<Collection['bands']>`(
  select coalesce(json_agg(json_build_object(${sql.raw(bandFields)}, 'year', coalesce(cb.year, b.year),
    'series', cb.series) order by cb.position), '[]')
  from collection_bands cb join bands b on b.id = cb.band_id
  where cb.collection_id = ${collectionId} and cb.version = ${version})`

export const populationOf = sql<Collection['population_band']>`(
  select json_build_object(${sql.raw(bandFields)}, 'year', b.year)
  from bands b where b.id = ${collection_versions.population_band_id})`

interface FirstGrid {
  width: number
  height: number
  epsg: number | null
  affine: number[]
  bounds: number[]
}

/** Collections with their bands in order, the first band's grid, and how many jobs were run with them. */
export function selectCollections(db: Executor) {
  return db
    .select({
      id: collections.id,
      name: collections.name,
      description: collections.description,
      version: collections.version,
      bands: bandsOf(collections.id, collections.version),
      population_band: populationOf,
      iso3_codes: sql<string[]>`array(
        select distinct b.iso3_code from collection_bands cb join bands b on b.id = cb.band_id
        where cb.collection_id = ${collections.id} and cb.version = ${collections.version}
          and b.iso3_code is not null order by 1)`,
      grid: sql<FirstGrid | null>`(
        select json_build_object('width', a.width, 'height', a.height, 'epsg', a.epsg, 'affine', a.affine, 'bounds', a.bounds)
        from collection_bands cb join bands b on b.id = cb.band_id join assets a on a.id = b.asset_id
        where cb.collection_id = ${collections.id} and cb.version = ${collections.version}
        order by cb.position limit 1)`,
      jobs: sql<number>`(
        select count(*)::int from (
          select from jobs j where (j.layer ->> 'collection_id')::int = ${collections.id} limit ${COUNTED_JOBS}
        ) as counted)`,
      created_by: collections.created_by,
      created_by_name: personNameIfAny,
      created_at: collections.created_at,
    })
    .from(collections)
    .innerJoin(
      collection_versions,
      and(
        eq(collection_versions.collection_id, collections.id),
        eq(collection_versions.version, collections.version),
      ),
    )
    .leftJoin(users, eq(users.id, collections.created_by))
}
type CollectionRow = Awaited<ReturnType<typeof selectCollections>>[number]

export function presentCollection({ grid, created_at, ...row }: CollectionRow): Collection {
  return {
    ...row,
    width: grid?.width ?? null,
    height: grid?.height ?? null,
    crs: grid?.epsg ?? null,
    bounds: (grid?.bounds as Collection['bounds'] | undefined) ?? null,
    resolution_m: grid
      ? resolutionMetres({ ...grid, affine: grid.affine as unknown as Affine, crs: grid.epsg })
      : null,
    created_at: created_at.toISOString(),
  }
}

export async function getCollection(db: Executor, id: number): Promise<Collection> {
  const [row] = await selectCollections(db).where(eq(collections.id, id))
  if (!row) throw new ServiceError('not-found', sentence`There is no band collection ${id}.`)
  return presentCollection(row)
}
