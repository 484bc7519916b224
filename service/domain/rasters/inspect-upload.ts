import type { RasterFinding } from '#contract/assets.ts'
import type { Caller, Services } from '../../context.ts'
import type { Inspection } from '../../raster/inspect.ts'
import { RasterError } from '../../raster/raster-error.ts'
import { ServiceError } from '../../service-error.ts'
import { type Expectation, validateRaster } from './validate-raster.ts'
import { askRasterWork } from './ask-raster-work.ts'

/** A file in the store that no record has adopted yet. */
export interface StoredUpload {
  name: string
  key: string
  size: number
  sha256: string
  /** The asset as which it was received; none: it becomes a new one. */
  assetId?: number
}

export interface InspectedUpload {
  /** Null if the file could not be read at all. */
  inspection: Inspection | null
  findings: RasterFinding[]
  /** There is no error. */
  sound: boolean
}

/** Inspects every cell of a raster in the store; a file that cannot be read is one finding. */
export async function inspectUpload(
  services: Pick<Services, 'queue'>,
  upload: StoredUpload,
  expected: Expectation,
  caller: Caller,
): Promise<InspectedUpload> {
  try {
    const work = { type: 'inspect', key: upload.key } as const
    const { inspection } = await askRasterWork(services, work, caller)
    const findings = validateRaster(inspection, expected)
    return { inspection, findings, sound: findings.every(({ severity }) => severity === 'warning') }
  } catch (error) {
    if (!(error instanceof RasterError)) throw error
    const findings: RasterFinding[] = [{ severity: 'error', band: null, message: error.message }]
    return { inspection: null, findings, sound: false }
  }
}

/** The same for a call about one file, which is rejected if it cannot be read at all. `field`: the file's field. */
export async function inspectOne(
  services: Pick<Services, 'queue'>,
  upload: StoredUpload,
  expected: Expectation,
  caller: Caller,
  field: 'file' | 'url' = 'file',
): Promise<InspectedUpload & { inspection: Inspection }> {
  const { inspection, findings, sound } = await inspectUpload(services, upload, expected, caller)
  if (inspection) return { inspection, findings, sound }
  const [{ message }] = findings
  throw new ServiceError('invalid', message, { errors: [{ field, message }] })
}

/** Checks that the received file is the one that was sent, if the sender provides its hash. */
export function requireSha256(upload: StoredUpload, expected: string | undefined): void {
  if (expected === undefined || expected === upload.sha256) return
  throw new ServiceError(
    'bad-request',
    `The file arrived with the SHA-256 ${upload.sha256}, not ${expected}: it was changed during the transfer. Send it again.`,
  )
}
