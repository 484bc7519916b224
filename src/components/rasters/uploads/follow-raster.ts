import type { RasterFinding } from '#contract/rasters/asset-findings.ts'
import type { Asset } from '#contract/rasters/asset-list.ts'
import type { RasterInspection } from '#contract/rasters/inspections.ts'
import { ApiError, isTransient } from '~/api/api-error.ts'
import { isUnfinished } from '~/lib/unfinished.ts'
import {
  deleteAsset,
  fetchAsset,
  fetchAssetFindings,
  deleteInspection,
  fetchInspection,
} from '~/server/assets.functions.ts'

const POLL_MS = 1000
/** Consecutive calls without an answer, after which the service counts as gone. */
const MOST_FAILURES = 30

export interface FollowOptions {
  /** Aborting it cancels the work. */
  signal: AbortSignal
  /** How much has been inspected; null: it waits for a worker. */
  onFraction?: (fraction: number | null) => void
}

/** Reads a record that a worker finishes once a second until it is finished. */
export async function whenFinished<R extends { status: string; fraction: number | null }>(
  read: () => Promise<R>,
  cancel: () => Promise<unknown>,
  { signal, onFraction }: FollowOptions,
): Promise<R> {
  let failures = 0
  // oxlint-disable no-await-in-loop -- it is followed until it is finished
  for (;;) {
    if (signal.aborted) {
      await cancel().catch(() => {})
      throw new ApiError(0, '')
    }
    try {
      const record = await read()
      if (!isUnfinished(record)) return record
      failures = 0
      onFraction?.(record.fraction)
    } catch (error) {
      if (!isTransient(error) || ++failures > MOST_FAILURES) throw error
    }
    await pause(signal)
  }
  // oxlint-enable no-await-in-loop
}

/** A lost connection and a proxy's own page are no ApiError. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, POLL_MS)
    signal.addEventListener('abort', end)
  })

/** What a call that waits would have answered of a raster that is only inspected. */
export async function followInspection(id: number, options: FollowOptions) {
  const cancel = () => deleteInspection({ data: { id } })
  const { result, error } = await whenFinished(() => fetchInspection({ data: { id } }), cancel, options)
  if (result) return result
  throw new ApiError(422, error?.detail ?? '', error?.errors ?? [])
}

/** The asset once it is catalogued; null: an error keeps it out, and its file is an upload again. */
export async function followAsset(
  id: number,
  options: FollowOptions,
): Promise<{ asset: Asset | null; findings: readonly RasterFinding[] }> {
  const remove = () => deleteAsset({ data: { id } })
  const asset = await whenFinished(() => fetchAsset({ data: { id } }), remove, options)
  const { content: findings } = await fetchAssetFindings({ data: { id } })
  if (asset.status === 'ready') return { asset, findings }
  await remove().catch(() => {})
  const [first] = findings
  // Not a finding about the cells: the call itself was rejected.
  if (first && (first.code === undefined || first.code === 'unreadable'))
    throw new ApiError(422, first.message, first.code ? [{ field: 'file', message: first.message }] : [])
  return { asset: null, findings }
}

export const isInspection = (accepted: Asset | RasterInspection): accepted is RasterInspection =>
  'result' in accepted
