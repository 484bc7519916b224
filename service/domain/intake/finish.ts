import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import { uploadAsset } from '#contract/rasters/assets.ts'
import type { Body } from '#contract/endpoint.ts'
import { checkInRaster } from '#contract/interpolation/interpolation-files.ts'
import { processAsset } from '#contract/rasters/processed.ts'
import { fetchDataset, importDataset } from '#contract/rasters/worldpop.ts'
import { and, eq, inArray } from '#drizzle'
import type { Caller, Services } from '../../context.ts'
import type { RasterIntake } from '../../db/schema/rasters.ts'
import { assets } from '../../db/schema.ts'
import { sideTransaction } from '../../db/transaction.ts'
import { ServiceError } from '../../service-error.ts'
import { joinEntry } from '../audit/joined-entry.ts'
import { record as writeEntry } from '../audit/record.ts'
import { recordsOf } from '../audit/records-of.ts'
import { whyNotStored } from '../audit/why-rejected.ts'
import { requireAsset, requireAssetFile } from '../assets/get.ts'
import { processRaster } from '../processed/process.ts'
import { finalMessage } from '../rasters/final-message.ts'
import { watchRemoval } from '../rasters/watch-removal.ts'
import { type About, type FetchDoubles, withFetched } from '../worldpop/import.ts'
import { TAKE_IN } from './take-in-as.ts'

interface Received {
  services: Services
  assetId: number
  name: string
  /** The body of the call. */
  about: unknown
  createdBy: number
  caller: Caller
  doubles?: FetchDoubles
}

interface Finished {
  catalogued: boolean
  findings: RasterFinding[]
}

const sent =
  (way: keyof typeof TAKE_IN) =>
  async ({ services, assetId, name, about, createdBy, caller }: Received) => {
    const { key, size, sha256 } = await requireAssetFile(services.db, assetId)
    return TAKE_IN[way](services, { name, key, size, sha256, assetId }, about as never, createdBy, caller)
  }

const fetched = ({ services, assetId, about, createdBy, caller, doubles }: Received) =>
  withFetched(
    services,
    about as About & { url: string },
    caller,
    (file) =>
      TAKE_IN.population(services, { ...file, assetId, lacksFile: true }, about as never, createdBy, caller),
    doubles,
  )

/** What finishes a received raster, by its source; a call that waits does the same itself. */
const FINISHERS: Readonly<Record<RasterIntake['way'], (received: Received) => Promise<Finished>>> = {
  upload: sent('upload'),
  'check-in': sent('check-in'),
  async population(received) {
    const { file_id } = await requireAsset(received.services.db, received.assetId)
    return file_id === null ? fetched(received) : sent('population')(received)
  },
  async process({ services, assetId, about, createdBy, caller }) {
    const body = about as Body<typeof processAsset>
    return { ...(await processRaster(services, body, createdBy, caller, assetId)), catalogued: true }
  },
}

/** The call that sent it, whose entry in the audit names the asset. */
function callOf({ way, about }: RasterIntake) {
  if (way === 'upload') return uploadAsset
  if (way === 'process') return processAsset
  if (way === 'check-in') return checkInRaster
  return about.url === undefined ? importDataset : fetchDataset
}

/** The product or dataset that the asset becomes gets a separate entry. */
function withEntry(db: Services['db'], intake: RasterIntake, userId: number): Services['db'] {
  if (intake.way === 'upload' || intake.way === 'process') return db
  const { audit: action, resource } = callOf(intake)
  return joinEntry(db, (made) => ({
    action,
    result: 'ok',
    userId,
    record: recordsOf(resource, [made as { id: number }]),
  })).db
}

const isAboutFile = (error: unknown) =>
  error instanceof ServiceError && error.errors?.some(({ field }) => field === 'file') === true

/**
 * Takes in a raster that was received: afterwards it is ready, or rejected with its findings.
 * @throws temporary errors, such as an unavailable file store; the status stays 'inspecting'
 */
export async function finishIntake(
  services: Services,
  assetId: number,
  signal: AbortSignal,
  doubles?: FetchDoubles,
): Promise<void> {
  const { db } = services
  const [asset] = await db
    .update(assets)
    .set({ status: 'inspecting', fraction: 0 })
    .where(and(eq(assets.id, assetId), inArray(assets.status, ['received', 'inspecting'])))
    .returning({ intake: assets.intake, createdBy: assets.created_by })
  if (!asset?.intake || asset.createdBy === null) return
  const { intake, createdBy } = asset
  const removal = watchRemoval(db, assets, assetId)
  const caller = { personId: createdBy, signal: AbortSignal.any([signal, removal.signal]) }
  let reason: string | null = null
  let findings: RasterFinding[]
  try {
    const answer = await FINISHERS[intake.way]({
      services: { ...services, db: withEntry(db, intake, createdBy) },
      assetId,
      name: intake.name,
      about: intake.about,
      createdBy,
      caller,
      doubles,
    })
    if (answer.catalogued) return
    findings = answer.findings
  } catch (error) {
    if (removal.signal.aborted) return
    const message = signal.aborted ? null : finalMessage(error)
    if (message === null) throw error
    if (error instanceof ServiceError) reason = error.sentence.template
    findings = [{ severity: 'error', band: null, message, ...(isAboutFile(error) && { code: 'unreadable' }) }]
  } finally {
    removal.end()
  }
  await sideTransaction(db, async (tx) => {
    const [rejected] = await tx
      .update(assets)
      .set({ status: 'rejected', fraction: null, intake: null, findings })
      .where(and(eq(assets.id, assetId), eq(assets.status, 'inspecting')))
      .returning({ id: assets.id })
    if (!rejected) return
    const record = recordsOf('assets', [rejected])
    await writeEntry(tx, {
      action: callOf(intake).audit,
      result: 'rejected',
      userId: createdBy,
      record,
      detail: reason === null ? whyNotStored(findings) : `Not stored. ${reason}`,
    })
  })
}
