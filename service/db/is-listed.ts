import { sql } from '#drizzle'
import { products } from './schema.ts'

/** Rows that the catalogue shows: checked-in rasters, and jobs that are currently final. */
export const isListed = sql`(${products.job_id} is null or ${products.final})`
