import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { and, asc, eq, inArray, sql } from '#drizzle'
import type { Services } from '../../context.ts'
import { assets, bands, files } from '../../db/schema.ts'
import { sideTransaction } from '../../db/transaction.ts'
import { dropLoose, releaseFile } from '../../files/loose-files.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { requestInspection } from '../rasters/task/request-inspection.ts'
import type { RasterResult } from '../rasters/task/do-raster-work.ts'
import { finalMessage } from '../rasters/final-message.ts'
import { insertCog, statisticsOf } from '../rasters/insert-asset.ts'
import { noClasses } from '../rasters/validate-raster.ts'
import { needsRebuild } from './is-unbuilt.ts'

/**
 * Makes the COG of an asset again for what its bands are declared to be; the previous one is read until then. Bands that
 * cannot be what they were declared to be are again what they were, and a finding of the asset says why.
 * @throws temporary errors, such as an unavailable file store; the task is tried again
 */
export async function rebuild(services: Services, assetId: number, signal: AbortSignal): Promise<void> {
  const { db } = services
  const [asset] = await db
    .select({ name: assets.name, createdBy: assets.created_by, key: files.key })
    .from(assets)
    .innerJoin(files, eq(files.id, assets.file_id))
    .where(eq(assets.id, assetId))
  const all = await db
    .select({ band: bands.band_index, categorical: bands.categorical, needsRebuild })
    .from(bands)
    .where(eq(bands.asset_id, assetId))
    .orderBy(asc(bands.band_index))
  const changed = all.filter((one) => one.needsRebuild)
  if (!asset || changed.length === 0) return
  const giveUp = (finding: RasterFinding, of: readonly number[]) => restore(services, assetId, of, finding)
  let made: RasterResult
  try {
    const categorical = Object.fromEntries(all.map((one) => [one.band, one.categorical]))
    const work = { type: 'to-cog', key: asset.key, categorical } as const
    made = await requestInspection(services, work, { personId: asset.createdBy, signal })
  } catch (error) {
    const message = error instanceof RasterError ? error.message : signal.aborted ? null : finalMessage(error)
    if (message === null) throw error
    const finding = { severity: 'warning', code: 'not-rebuilt', band: null, message } as const
    await giveUp(
      { ...finding, help: 'Upload the raster again.' },
      changed.map(({ band }) => band),
    )
    return
  }
  const { inspection, stored } = made
  try {
    const without = changed.find(
      ({ band, categorical }) => categorical && !inspection.bands[band - 1].classes,
    )
    if (without) {
      await giveUp(noClasses('warning', without.band), [without.band])
      return await rebuild(services, assetId, signal)
    }
    await sideTransaction(db, async (tx) => {
      const [now] = await tx
        .select({ cog_file_id: assets.cog_file_id })
        .from(assets)
        .where(eq(assets.id, assetId))
        .for('update')
      if (!now) return
      const cog_file_id = await insertCog(tx, asset.name, stored!, asset.createdBy)
      await tx
        .update(assets)
        .set({ cog_file_id, cloud_optimized: true, findings: null })
        .where(eq(assets.id, assetId))
      for (const { band } of changed)
        await tx
          .update(bands)
          .set({ statistics: statisticsOf({ ...inspection.bands[band - 1], distinct: undefined }) })
          .where(and(eq(bands.asset_id, assetId), eq(bands.band_index, band)))
      if (now.cog_file_id === null) return
      const [previous] = await tx
        .delete(files)
        .where(eq(files.id, now.cog_file_id))
        .returning({ key: files.key })
      // A sweep removes its bytes after minutes; layers and processing that still read them renew it.
      await releaseFile(tx, previous.key)
    })
  } finally {
    await dropLoose(services, [stored!.key])
  }
}

/** The bands are what their COG was made for. */
async function restore(
  { db }: Pick<Services, 'db'>,
  assetId: number,
  of: readonly number[],
  finding: RasterFinding,
): Promise<void> {
  await sideTransaction(db, async (tx) => {
    await tx
      .update(assets)
      .set({ findings: [finding] })
      .where(eq(assets.id, assetId))
    await tx
      .update(bands)
      .set({ categorical: sql`${bands.statistics} ? 'classes'` })
      .where(and(eq(bands.asset_id, assetId), inArray(bands.band_index, [...of])))
  })
}
