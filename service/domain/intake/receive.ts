import type { Asset } from '#contract/rasters/asset-list.ts'
import type { Body } from '#contract/endpoint.ts'
import type { processAsset } from '#contract/rasters/processed.ts'
import { sql } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { RasterIntake } from '../../db/schema/rasters.ts'
import { assets } from '../../db/schema.ts'
import { transactionWithAudit } from '../../db/transaction.ts'
import { cleanName, insertFile } from '../../files/keep-file.ts'
import { takeInRaster } from '../../tasks/rasters/take-in-raster.definition.ts'
import { get, lockAsset } from '../assets/get.ts'
import { chooseSource } from '../processed/choose-source.ts'
import { requireSha256, type StoredUpload } from '../rasters/inspect-upload.ts'
import { nameOf } from '../worldpop/open-remote.ts'
import { requireStillWithinQuota } from '../rasters/quota.ts'

export type RasterSource = Exclude<RasterIntake['way'], 'process'>

/** Stores a raster and queues its inspection and cataloguing. */
export async function receive(
  services: Services,
  sent: StoredUpload,
  intake: { way: RasterSource; about: RasterIntake['about'] },
  createdBy: number,
): Promise<Asset> {
  const { config, db, queue } = services
  requireSha256(sent, intake.about.sha256 as string | undefined)
  const name = cleanName(sent.name)
  const { id } = await transactionWithAudit(db, async (tx) => {
    const file_id = await insertFile(tx, { ...sent, name, mediaType: 'image/tiff' }, createdBy)
    const asset = await insertReceived(tx, queue, {
      name,
      file_id,
      created_by: createdBy,
      intake: { ...intake, name: sent.name },
      upload: sent.upload && { ...sent.upload, name: sent.name },
    })
    await requireStillWithinQuota(tx, config, createdBy, sent.size)
    return asset
  })
  return get(db, id)
}

/** Queues the fetching, inspection and cataloguing of a raster at an address. */
export async function receiveFetch(
  { db, queue }: Services,
  intake: { way: 'population'; about: RasterIntake['about'] & { url: string } },
  createdBy: number,
): Promise<Asset> {
  const name = cleanName(nameOf(new URL(intake.about.url)))
  const received = { name, created_by: createdBy, intake: { ...intake, name } }
  const { id } = await transactionWithAudit(db, (tx) => insertReceived(tx, queue, received))
  return get(db, id)
}

/** Queues the processing of an asset's band. */
export async function receiveProcessing(
  { db, queue }: Services,
  body: Body<typeof processAsset>,
  createdBy: number,
  caller: Caller,
): Promise<Asset> {
  const { recipe } = await chooseSource(db, body, caller)
  const name = cleanName(`${recipe.name}.tif`)
  const intake = { way: 'process', name, about: recipe } as const
  const received = { name, processed_from: recipe.asset_id, recipe, created_by: createdBy, intake }
  const { id } = await transactionWithAudit(db, async (tx) => {
    await lockAsset(tx, recipe.asset_id, 'key share')
    return insertReceived(tx, queue, received)
  })
  return get(db, id)
}

type Received = Pick<
  typeof assets.$inferInsert,
  'name' | 'file_id' | 'processed_from' | 'recipe' | 'upload'
> & {
  created_by: number
  intake: RasterIntake
}

async function insertReceived(tx: Executor, queue: Services['queue'], received: Received) {
  const waiting = await countUnfinished(tx, received.created_by)
  const grid = { width: 0, height: 0, affine: [0, 0, 0, 0, 0, 0], bounds: [0, 0, 0, 0] }
  const [asset] = await tx
    .insert(assets)
    .values({ ...received, ...grid, status: 'received' })
    .returning({ id: assets.id })
  await queue.send(tx, takeInRaster, { asset_id: asset.id }, { priority: -waiting })
  return asset
}

/** A person's next raster waits behind the first ones of the others. */
async function countUnfinished(tx: Executor, personId: number): Promise<number> {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from assets
    where created_by = ${personId} and status in ('received', 'inspecting')`)
  return rows[0].waiting
}
