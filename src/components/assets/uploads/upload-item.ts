import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { InspectedRaster } from '#contract/rasters/asset-inspection.ts'
import type { Asset } from '#contract/rasters/asset-list.ts'
import { isUnfit } from '~/components/rasters/raster-file.ts'

interface UploadAnswer {
  asset: Asset | null
  findings: readonly RasterFinding[]
  /** Null: its extent is not known. */
  raster: Pick<InspectedRaster, 'bounds_degrees'> | null
}

/** From this size on, a file is sent in pieces: it can be paused and continued. */
const PIECES_FROM_BYTES = 8 * 2 ** 20

/** A chosen raster that is being uploaded. */
export interface UploadItem {
  key: number
  name: string
  size: number
  /** Null: all of it has arrived in an earlier upload. */
  file: File | null
  /** Typed names, separated by commas; empty: those in the file, or else made from its name. */
  names: string
  /** Where the service keeps what has arrived, if it is sent in pieces. */
  upload?: string
  /** The share that had arrived when it was last interrupted. */
  fraction: number
  /** Catalogued even if the same file is there already. */
  again?: boolean
  state:
    | { kind: 'waiting' }
    /** `fraction` of the bytes; at 1 the service inspects the file, and `inspected` says how much of it. */
    | { kind: 'sending'; fraction: number; inspected?: number | null }
    /** What has arrived is kept. */
    | { kind: 'paused'; fraction: number }
    /** The same file is already in the catalogue. */
    | { kind: 'duplicate'; of: { id: number; name: string } }
    | { kind: 'catalogued'; answer: UploadAnswer }
    /** The file was inspected and has an error. */
    | { kind: 'rejected'; answer: UploadAnswer }
    /** The call failed: the connection, a duplicate name, a limit. */
    | { kind: 'failed'; error: unknown }
    | { kind: 'cancelled' }
}

export const inPieces = ({ file, size, upload }: UploadItem): boolean =>
  file === null || upload !== undefined || size >= PIECES_FROM_BYTES

export const mayStart = ({ state }: UploadItem): boolean => state.kind === 'waiting'
export const mayRetry = ({ state }: UploadItem): boolean =>
  (state.kind === 'failed' && !isUnfit(state.error)) || state.kind === 'cancelled' || state.kind === 'paused'

export function bandNamesOf(names: string): string[] | undefined {
  const list = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return list.length > 0 ? list : undefined
}

export const sameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
