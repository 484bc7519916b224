import type { BriefKind } from '#contract/jobs/briefs.ts'
import { usualRange } from '#contract/jobs/surface-range.ts'
import type { JobReport } from '#contract/jobs/job-shapes.ts'
import type { Caller, Services } from '#service/context.ts'
import type { Bounds } from '#service/raster/grid.ts'
import { MERCATOR_LATITUDE, toMercator } from '#service/raster/systems/web-mercator.ts'
import { findOutput } from '../../outputs/find-output.ts'
import { readStored } from '../../rasters/read-stored.ts'

/** Printed at half of that. */
const LONGER_SIDE_PX: Record<BriefKind, number> = { document: 1100, slides: 1100, 'unit-sheets': 600 }
const MARGIN = 0.02

/** The values under a picture's pixels, NaN where there are none. */
export interface MapValues {
  /** West, south, east, north in Web Mercator. */
  bounds: Bounds
  width: number
  height: number
  mean: Float32Array
  /** Of the 95 % intervals; null if no cell is hatched. */
  intervals: Float32Array | null
  /** The values of the first and the last colour. */
  range: { min: number; max: number }
}

/** The mean of a job's map, and what its hatch depends on. */
export async function readMapValues(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { id, bounds: degrees, surfaces, verdict }: JobReport,
  kind: BriefKind,
  caller: Caller,
): Promise<MapValues | null> {
  if (!degrees || !surfaces) return null
  const picture = pictureOf(degrees, LONGER_SIDE_PX[kind])
  const read = async (surface: 'mean' | 'width') => {
    const { key } = await findOutput(db, id, surface)
    return Float32Array.from(await readStored(files, key, { type: 'picture', band: 1, ...picture }, caller))
  }
  return {
    ...picture,
    mean: await read('mean'),
    // As on the screens: hatched unless the map can be used for single cells.
    intervals: verdict === null || verdict === 'cells' ? null : await read('width'),
    range: usualRange(surfaces, 'mean'),
  }
}

function pictureOf([west, south, eastOrTurned, north]: Bounds, longerSidePx: number) {
  const east = west <= eastOrTurned ? eastOrTurned : eastOrTurned + 360
  const within = (latitude: number) => Math.min(MERCATOR_LATITUDE, Math.max(-MERCATOR_LATITUDE, latitude))
  const [left, bottom] = toMercator(west, within(south))
  const [right, top] = toMercator(east, within(north))
  const longer = Math.max(right - left, top - bottom)
  const pad = longer * MARGIN
  const bounds: Bounds = [left - pad, bottom - pad, right + pad, top + pad]
  const pixels = (side: number) =>
    Math.max(1, Math.round((longerSidePx * (side + 2 * pad)) / (longer + 2 * pad)))
  return { bounds, width: pixels(right - left), height: pixels(top - bottom) }
}
