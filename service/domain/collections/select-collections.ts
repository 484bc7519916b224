import type { Collection } from '#contract/collection-list.ts'
import { eq, sql } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { collections, users } from '../../db/schema.ts'
import type { Affine } from '../../raster/grid.ts'
import { resolutionMetres } from '../../raster/reference-grid.ts'
import { ServiceError } from '../../service-error.ts'

/** Above this number, the exact count of a collection's jobs does not matter. */
const COUNTED_JOBS = 1000

const bandObject = sql.raw(
  `json_build_object('id', b.id, 'name', b.name, 'unit', b.unit, 'year', b.year, 'iso3_code', b.iso3_code)`,
)

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
      bands: sql<Collection['bands']>`(
        select coalesce(json_agg(${bandObject} order by cb.position), '[]')
        from collection_bands cb join bands b on b.id = cb.band_id where cb.collection_id = ${collections.id})`,
      population_band: sql<Collection['population_band']>`(
        select ${bandObject} from bands b where b.id = ${collections.population_band_id})`,
      iso3_codes: sql<string[]>`array(
        select distinct b.iso3_code from collection_bands cb join bands b on b.id = cb.band_id
        where cb.collection_id = ${collections.id} and b.iso3_code is not null order by 1)`,
      grid: sql<FirstGrid | null>`(
        select json_build_object('width', a.width, 'height', a.height, 'epsg', a.epsg, 'affine', a.affine, 'bounds', a.bounds)
        from collection_bands cb join bands b on b.id = cb.band_id join assets a on a.id = b.asset_id
        where cb.collection_id = ${collections.id} order by cb.position limit 1)`,
      jobs: sql<number>`(
        select count(*)::int from (
          select from jobs j where (j.layer ->> 'collection_id')::int = ${collections.id} limit ${COUNTED_JOBS}
        ) as counted)`,
      created_by: collections.created_by,
      created_by_name: personNameIfAny,
      created_at: collections.created_at,
    })
    .from(collections)
    .leftJoin(users, eq(users.id, collections.created_by))
}
export type CollectionRow = Awaited<ReturnType<typeof selectCollections>>[number]

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
  if (!row) throw new ServiceError('not-found', `There is no band collection ${id}.`)
  return presentCollection(row)
}
