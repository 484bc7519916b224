import type { RasterFinding } from '#contract/assets.ts'
import { checkInRaster } from '#contract/interpolation-files.ts'
import { fetchDataset, importDataset } from '#contract/worldpop.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Caller, Services } from '../../context.ts'
import type { RasterIntake } from '../../db/rasters-schema.ts'
import { assets } from '../../db/schema.ts'
import { ChildFailure } from '../../isolation/child-failure.ts'
import { ServiceError } from '../../service-error.ts'
import { joinEntry } from '../audit/joined-entry.ts'
import { requireAssetFile } from '../assets/get.ts'
import { upload } from '../assets/upload.ts'
import { checkIn } from '../interpolation/check-in.ts'
import type { StoredUpload } from '../rasters/inspect-upload.ts'
import { type About, importDatasetFile } from '../worldpop/import.ts'

type Finish = (
  services: Services,
  sent: StoredUpload,
  about: never,
  createdBy: number,
  caller: Caller,
) => Promise<{ catalogued: boolean; findings: RasterFinding[] }>

/** The verbs that a call which waits would run itself. */
const WAYS: Readonly<Record<RasterIntake['way'], Finish>> = {
  upload,
  'check-in': checkIn,
  population: (services, sent, about: About & { url?: string }, createdBy, caller) =>
    importDatasetFile(services, sent, about, { url: about.url ?? null, createdBy }, caller),
}

/** The entry of the call that sent it names the asset; the product or dataset that it becomes gets its own entry. */
function withEntry(db: Services['db'], { way, about }: RasterIntake, userId: number): Services['db'] {
  if (way === 'upload') return db
  const population = about.url === undefined ? importDataset : fetchDataset
  const { audit: action, resource } = way === 'check-in' ? checkInRaster : population
  return joinEntry(db, (made) => ({
    action,
    result: 'ok',
    userId,
    record: `${resource}:${(made as { id: number }).id}`,
  })).db
}

/**
 * Takes in a raster that was received: afterwards it is ready, or rejected with its findings.
 * @throws what may pass, such as a store that is away; the asset is then still being inspected
 */
export async function finishIntake(services: Services, assetId: number, signal: AbortSignal): Promise<void> {
  const { db } = services
  const [asset] = await db
    .update(assets)
    .set({ status: 'inspecting', fraction: 0 })
    .where(and(eq(assets.id, assetId), inArray(assets.status, ['received', 'inspecting'])))
    .returning({ intake: assets.intake, createdBy: assets.created_by })
  if (!asset?.intake || asset.createdBy === null) return
  const { intake, createdBy } = asset
  const { key, size, sha256 } = await requireAssetFile(db, assetId)
  const sent = { name: intake.name, key, size, sha256, assetId }
  const caller = { personId: createdBy, signal }
  let findings: RasterFinding[]
  try {
    const answer = await WAYS[intake.way](
      { ...services, db: withEntry(db, intake, createdBy) },
      sent,
      intake.about as never,
      createdBy,
      caller,
    )
    if (answer.catalogued) return
    findings = answer.findings
  } catch (error) {
    if (signal.aborted || !isFinal(error)) throw error
    const message =
      error instanceof ServiceError ? error.message : 'The raster ended the process that inspected it.'
    findings = [{ severity: 'error', band: null, message }]
  }
  await db
    .update(assets)
    .set({ status: 'rejected', fraction: null, intake: null, findings })
    .where(and(eq(assets.id, assetId), eq(assets.status, 'inspecting')))
}

const PASSING = ['unavailable', 'no-storage', 'too-many']

/** Trying again would not help. */
const isFinal = (error: unknown): boolean =>
  error instanceof ChildFailure || (error instanceof ServiceError && !PASSING.includes(error.kind))
