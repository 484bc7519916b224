import type { uploadAsset } from '#contract/assets.ts'
import type { Answer } from '#contract/endpoint.ts'

export type UploadAnswer = Answer<typeof uploadAsset>

/** A chosen raster that is being uploaded. */
export interface UploadItem {
  key: number
  file: File
  /** Typed names, separated by commas; empty: derived from the file name. */
  names: string
  state:
    | { kind: 'waiting' }
    /** `fraction` of the bytes; at 1 the service inspects the file. */
    | { kind: 'sending'; fraction: number }
    | { kind: 'catalogued'; answer: UploadAnswer }
    /** The file was inspected and has an error. */
    | { kind: 'rejected'; answer: UploadAnswer }
    /** The call failed: the connection, a duplicate name, a limit. */
    | { kind: 'failed'; error: unknown }
    | { kind: 'cancelled' }
}

export const mayStart = ({ state }: UploadItem): boolean => state.kind === 'waiting'
export const mayRetry = ({ state }: UploadItem): boolean =>
  state.kind === 'failed' || state.kind === 'cancelled'

export function bandNamesOf(names: string): string[] | undefined {
  const given = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return given.length > 0 ? given : undefined
}

export const sameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
