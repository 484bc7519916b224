import type { Answer, Query } from '#contract/endpoint.ts'
import type { listProcessed } from '#contract/processed.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../../db/client.ts'
import { assets } from '../../db/schema.ts'
import { listWhere } from '../assets/list.ts'

type List = typeof listProcessed

/** Assets that are on the reference grid and suitable for maps, whether processed here or uploaded. */
export const list = (db: Executor, { processed_from, ...query }: Query<List>): Promise<Answer<List>> =>
  listWhere(
    db,
    query,
    and(
      eq(assets.on_reference_grid, true),
      eq(assets.cloud_optimized, true),
      processed_from && inArray(assets.processed_from, processed_from),
    ),
  )
