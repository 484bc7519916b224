import type { Answer, Query } from '#contract/endpoint.ts'
import type { listProcessed } from '#contract/processed.ts'
import { and, eq, inArray, isNotNull, or } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { assets } from '../../db/schema.ts'
import { listWhere } from '../assets/list.ts'

type List = typeof listProcessed

/** Assets that are on the reference grid and suitable for maps, and all that were processed or are being processed. */
export const list = (db: Executor, { processed_from, ...query }: Query<List>): Promise<Answer<List>> =>
  listWhere(
    db,
    query,
    and(
      or(and(eq(assets.on_reference_grid, true), eq(assets.cloud_optimized, true)), isNotNull(assets.recipe)),
      processed_from && inArray(assets.processed_from, processed_from),
    ),
  )
