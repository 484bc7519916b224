import type { Product } from '#contract/interpolation/interpolation-shapes.ts'
import type { Tag } from '#contract/projects/tag-list.ts'
import { and, eq, inArray, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { personNameIfAny } from '../../db/person-name.ts'
import { assets, countries, products, users } from '../../db/schema.ts'
import { isListed } from '../../db/is-listed.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { extentOf } from '../rasters/extents.ts'
import { findProductFiles } from './find-files.ts'

export function selectProducts(db: Executor) {
  return db
    .select({
      id: products.id,
      job_key: products.job_key,
      job_id: products.job_id,
      asset_id: products.asset_id,
      iso3_code: products.iso3_code,
      country: countries.name,
      target: products.target,
      source: products.source,
      source_wave: products.source_wave,
      source_date: products.source_date,
      round: products.round,
      simulated: sql<boolean>`coalesce((select surveys.simulated from jobs join surveys on surveys.id = jobs.survey_id
        where jobs.id = products.job_id), false)`,
      year: products.year,
      title: products.title,
      data_description: products.data_description,
      unit: products.unit,
      resolution_m: products.resolution_m,
      crs: products.epsg,
      bounds: products.bounds,
      grid: {
        epsg: assets.epsg,
        crs_definition: assets.crs_definition,
        width: assets.width,
        height: assets.height,
        affine: assets.affine,
      },
      status: products.status,
      version: products.version,
      final: products.final,
      created_at: products.created_at,
      created_by: products.created_by,
      created_by_name: personNameIfAny,
    })
    .from(products)
    .innerJoin(countries, eq(countries.iso3_code, products.iso3_code))
    .leftJoin(users, eq(users.id, products.created_by))
    .leftJoin(assets, eq(assets.id, products.asset_id))
}
export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

/** The row in the contract's form; `describeProducts` adds tags and files. */
export const presentProduct = ({ grid, ...row }: ProductRow): Product => ({
  ...row,
  bounds: row.bounds as Product['bounds'],
  // A job's are in degrees.
  bounds_degrees: (grid ? extentOf(grid) : row.bounds) as Product['bounds_degrees'],
  created_at: row.created_at.toISOString(),
  tags: [],
  files: [],
})

/** These products' tags, by name. */
export async function findProductTags(db: Executor, ids: readonly number[]): Promise<Map<number, Tag[]>> {
  const found = new Map<number, Tag[]>()
  if (ids.length === 0) return found
  const { rows } = await db.execute<{ product_id: number } & Tag>(sql`
    select t.product_id, tags.id, tags.name, tags.colour
    from tags_of_products t join tags on tags.id = t.tag_id
    where ${inArray(sql`t.product_id`, [...ids])} order by tags.name collate "und-x-icu"`)
  for (const { product_id, ...tag } of rows) found.set(product_id, [...(found.get(product_id) ?? []), tag])
  return found
}

/** Adds tags and files to a page of products, in three more statements for any length. */
export async function describeProducts(db: Executor, page: Product[]): Promise<Product[]> {
  const ids = page.map(({ id }) => id)
  const tags = await findProductTags(db, ids)
  const files = await findProductFiles(db, ids)
  return page.map((product) => ({
    ...product,
    tags: tags.get(product.id) ?? [],
    files: (files.get(product.id) ?? []).map(({ ext, size, sha256 }) => ({ ext, size, sha256 })),
  }))
}

export async function getProduct(db: Executor, id: number): Promise<Product> {
  const [row] = await selectProducts(db).where(and(eq(products.id, id), isListed))
  if (!row) throw new ServiceError('not-found', sentence`There is no product ${id}.`)
  const [product] = await describeProducts(db, [presentProduct(row)])
  return product
}
