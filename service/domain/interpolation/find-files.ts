import type { ProductExt } from '#contract/jobs/output-types.ts'
import { and, eq, inArray } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { assets, files, job_outputs, products } from '../../db/schema.ts'
import { isListed } from '../../db/is-listed.ts'
import { storedColumns } from '../../db/schema/stored-columns.ts'
import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { byExt, EXT_OF_OUTPUT } from './exts.ts'

export interface ProductFile {
  product_id: number
  ext: ProductExt
  name: string
  key: string
  media_type: string
  size: number
  sha256: string
}

const fileColumns = { product_id: products.id, ...storedColumns }

/** These products' files, each by its ext, in two statements. */
export async function findProductFiles(
  db: Executor,
  ids: readonly number[],
): Promise<Map<number, ProductFile[]>> {
  const found = new Map<number, ProductFile[]>()
  if (ids.length === 0) return found
  const which = and(inArray(products.id, [...ids]), isListed)
  const ofJobs = await db
    .select({ ...fileColumns, type: job_outputs.type })
    .from(products)
    .innerJoin(job_outputs, eq(job_outputs.job_id, products.job_id))
    .innerJoin(files, eq(files.id, job_outputs.file_id))
    .where(which)
  const ofAssets = await db
    .select(fileColumns)
    .from(products)
    .innerJoin(assets, eq(assets.id, products.asset_id))
    .innerJoin(files, eq(files.id, assets.file_id))
    .where(which)
  const all: ProductFile[] = [
    ...ofJobs.flatMap(({ type, ...file }) => {
      const ext = EXT_OF_OUTPUT.get(type)
      return ext === undefined ? [] : [{ ...file, ext }]
    }),
    ...ofAssets.map((file) => ({ ...file, ext: 'tif' as const })),
  ]
  for (const file of all.sort(byExt)) {
    const list = found.get(file.product_id)
    if (list) list.push(file)
    else found.set(file.product_id, [file])
  }
  return found
}

/** One file of a product; else 404 with the available ones. */
export async function requireProductFile(db: Executor, id: number, ext: ProductExt): Promise<ProductFile> {
  const list = (await findProductFiles(db, [id])).get(id)
  const file = list?.find((one) => one.ext === ext)
  if (file) return file
  if (list)
    throw new ServiceError(
      'not-found',
      sentence`Product ${id} has no file '${ext}'; it has ${list.map((one) => one.ext).join(', ')}.`,
    )
  throw new ServiceError('not-found', sentence`There is no product ${id}.`)
}
