import type { TiffDirectory } from './check-header.ts'
import { metadataItems } from './metadata-items.ts'

/** Values of a band are its cells × `scale` + `offset`. */
export interface Scaling {
  scale: number
  offset: number
}

/** An item of the metadata that looks like a scale or an offset, but is none that GDAL applies. */
export interface UnusedScale {
  band: number
  name: string
  text: string
}

/** The scaling of each band in GDAL's metadata, if any band has one. */
export function scalingsOf(
  directory: TiffDirectory,
  bands: number,
): { scalings?: (Scaling | null)[]; unusedScales?: UnusedScale[] } {
  const scalings = Array.from({ length: bands }, () => ({ scale: 1, offset: 0 }))
  const unusedScales: UnusedScale[] = []
  for (const { name, role, sample, text } of metadataItems(directory)) {
    const scaling = scalings[sample ?? 0]
    if (!scaling) continue
    const value = text === '' ? Number.NaN : Number(text)
    const isUsable = Number.isFinite(value) && !(role === 'scale' && value === 0)
    if ((role === 'scale' || role === 'offset') && isUsable) scaling[role] = value
    else if (role === 'scale' || role === 'offset' || (NAMES.has(name) && !NEUTRAL.has(value)))
      unusedScales.push({ band: (sample ?? 0) + 1, name, text })
  }
  const own = scalings.map((one) => (one.scale === 1 && one.offset === 0 ? null : one))
  return {
    ...(own.some((one) => one !== null) && { scalings: own }),
    ...(unusedScales.length > 0 && { unusedScales }),
  }
}

/** As netCDF and HDF have them, which GDAL copies into GeoTIFFs as plain items. */
const NAMES = new Set(['scale_factor', 'add_offset'])
const NEUTRAL = new Set([0, 1])

/** Turns cells, of which those without a value are NaN, into values, in place. */
export function toValues<T extends Float32Array | Float64Array>(
  cells: T,
  scaling: Scaling | null | undefined,
): T {
  if (scaling) for (let i = 0; i < cells.length; i++) cells[i] = valueOf(cells[i], scaling)
  return cells
}

export const valueOf = (cell: number, scaling: Scaling | null | undefined): number =>
  scaling ? cell * scaling.scale + scaling.offset : cell

/** What a cell holds that has this value: a whole number, if it is close to one. */
export function storedValue(value: number, scaling: Scaling | null | undefined): number {
  if (!scaling) return value
  const stored = (value - scaling.offset) / scaling.scale
  const whole = Math.round(stored)
  return Math.abs(stored - whole) < 1e-6 * Math.max(1, Math.abs(whole)) ? whole : stored
}
