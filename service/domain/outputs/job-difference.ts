import type { Answer, Params, Query } from '#contract/endpoint.ts'
import type { Surface } from '#contract/job-shapes.ts'
import type { getJobDifference, getJobDifferenceTile } from '#contract/job-difference.ts'
import type { Caller } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { FileStore } from '../../files/file-store.ts'
import { ServiceError } from '../../service-error.ts'
import { readStored } from '../rasters/read-stored.ts'
import { findOutput } from './find-output.ts'

async function findPair(
  db: Executor,
  { id, other, surface }: { id: number; other: number; surface: Surface },
) {
  return [await findOutput(db, id, surface), await findOutput(db, other, surface)] as const
}

/** Statistics of one surface of `other` minus that of the job, cell by cell. */
export async function getDifference(
  db: Executor,
  store: FileStore,
  params: Params<typeof getJobDifference>,
  caller: Caller,
): Promise<Answer<typeof getJobDifference>> {
  const [one, two] = await findPair(db, params)
  return readStored(store, one.key, { type: 'difference', other: two.key }, caller)
}

/** A tile of the difference, and an ETag that changes with anything it is made from. */
export async function renderDifference(
  db: Executor,
  store: FileStore,
  params: Params<typeof getJobDifferenceTile>,
  { limit }: Query<typeof getJobDifferenceTile>,
  caller: Caller,
): Promise<{ png: Buffer; etag: string }> {
  const { z, x, y } = params
  if (x >= 2 ** z || y >= 2 ** z) throw new ServiceError('not-found', `There is no tile ${z}/${x}/${y}.`)
  const [one, two] = await findPair(db, params)
  const question = { type: 'difference-tile', other: two.key, z, x, y, limit } as const
  const png = await readStored(store, one.key, question, caller)
  return {
    png: Buffer.from(png.buffer, png.byteOffset, png.byteLength),
    etag: `"${one.sha256.slice(0, 16)}-${two.sha256.slice(0, 16)}-${z}-${x}-${y}-${limit}"`,
  }
}
