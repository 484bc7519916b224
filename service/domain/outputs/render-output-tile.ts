import type { Params, Query } from '#contract/endpoint.ts'
import type { getJobTile } from '#contract/jobs/job-outputs.ts'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { findOutput } from './find-output.ts'
import { renderStoredTile } from '../rasters/render-stored-tile.ts'

type Place = Params<typeof getJobTile>
type Look = Query<typeof getJobTile>

/** A surface's tile, and an ETag that changes with anything it is made from. */
export async function renderOutputTile(
  db: Executor,
  store: FileStore,
  { id, surface, ...place }: Place,
  look: Look,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  return renderStoredTile(store, { ...(await findOutput(db, id, surface)), band: 1 }, place, look, caller)
}
