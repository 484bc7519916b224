import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { Caller, Services } from '../../context.ts'
import type { StoredFile } from '../../files/file-store.ts'
import { uploadGone } from '../../files/loose-files.ts'
import { cuttingTo } from '../../raster/tiff/cut-command.ts'
import { declaredOf } from '../../raster/cells/classes.ts'
import type { Inspection } from '../../raster/inspect.ts'
import type { RasterProgress } from '../../tasks/rasters/raster-work.definition.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { type Expectation, validateRaster } from './validate-raster.ts'
import { requestInspection } from './task/request-inspection.ts'

type Stores = Pick<Services, 'db' | 'files' | 'log' | 'queue'>

/** The resumable upload that a file remains until a record adopts its key. */
export interface SourceUpload {
  id: string
  /** What the store needs to discard it. */
  handle: string
}

/** A file in the store that no record has adopted yet. */
export interface StoredUpload {
  name: string
  key: string
  size: number
  sha256: string
  /** None: it was sent with the call. */
  upload?: SourceUpload
  /** The asset as which it was received; none: it becomes a new one. */
  assetId?: number
  /** That asset has no file yet. */
  lacksFile?: boolean
  /** What shows the progress, if not that asset. */
  progress?: RasterProgress
}

export interface InspectedUpload {
  /** Null if the file could not be read at all. */
  inspection: Inspection | null
  findings: RasterFinding[]
  /** There is no error. */
  sound: boolean
  /** To be read instead of the upload; loose until it is adopted. Null if it was not to be kept, or cannot be read. */
  cog: StoredFile | null
}

/**
 * Inspects every cell of a raster in the store, and stores it as a COG in the same pass if it is to be kept; a file that
 * cannot be read is one finding.
 */
export async function inspectUpload(
  services: Stores,
  upload: StoredUpload,
  { keep, ...expected }: Expectation & { keep: boolean },
  caller: Caller,
): Promise<InspectedUpload> {
  try {
    const type = keep ? 'to-cog' : 'inspect'
    const { key, assetId, progress = assetId && { kind: 'asset', id: assetId } } = upload
    const { categorical } = expected
    const work = { type, key, categorical, progress: progress || undefined } as const
    const { inspection, stored } = await requestInspection(services, work, caller)
    const findings = validateRaster(inspection, { ...expected, converted: true })
    const sound = findings.every(({ severity }) => severity !== 'error')
    // Without the number of values, no later finding doubts what was declared.
    const bands = inspection.bands.map((one) =>
      declaredOf(categorical, one.band) === undefined ? one : { ...one, distinct: undefined },
    )
    return { inspection: { ...inspection, bands }, findings, sound, cog: stored }
  } catch (error) {
    if (upload.upload && error instanceof ServiceError && error.kind === 'not-found') throw uploadGone()
    if (!(error instanceof RasterError)) throw error
    const bounds = expected.country?.bounds
    const message = bounds ? cuttingTo(error.message, bounds) : error.message
    const findings: RasterFinding[] = [{ severity: 'error', code: 'unreadable', band: null, message }]
    return { inspection: null, findings, sound: false, cog: null }
  }
}

/** The same for a call about one file, which is rejected if it cannot be read at all. `field`: the file's field. */
export async function inspectOne(
  services: Stores,
  upload: StoredUpload,
  expected: Expectation & { keep: boolean },
  caller: Caller,
  field: 'file' | 'url' = 'file',
): Promise<InspectedUpload & { inspection: Inspection }> {
  const inspected = await inspectUpload(services, upload, expected, caller)
  const { inspection } = inspected
  if (inspection) return { ...inspected, inspection }
  const [{ message }] = inspected.findings
  throw new ServiceError('invalid', foreign(message, sentence`The raster cannot be read.`), { field })
}

/** Checks that the received file is the one that was sent, if the sender provides its hash. */
export function requireSha256(upload: StoredUpload, expected: string | undefined): void {
  if (expected === undefined || expected === upload.sha256) return
  throw new ServiceError(
    'bad-request',
    sentence`The file arrived with the SHA-256 ${upload.sha256}, not '${expected}': it was changed during the transfer. Send it again.`,
  )
}
