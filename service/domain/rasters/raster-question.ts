import type { RampName } from '../../raster/ramps.ts'
import type { RasterInfo } from '../../raster/read.ts'
import type { Samples } from '../../raster/sample.ts'

interface Place {
  /** Key of a file whose bytes never change. */
  path: string
  /** Counts from 1. */
  band: number
}

/** A query about a stored raster; answered in a separate process, whatever the raster contains. */
export type RasterQuestion =
  | (Omit<Place, 'band'> & { type: 'info' })
  | (Place & { type: 'tile'; z: number; x: number; y: number; ramp: RampName; min: number; max: number })
  | (Place & { type: 'value'; longitude: number; latitude: number })
  | (Place & { type: 'sample'; longitude: Float64Array; latitude: Float64Array; withinKm: number })

export interface RasterAnswers {
  info: RasterInfo
  /** A PNG of 256 pixels per side. */
  tile: Uint8Array
  value: number | null
  sample: Samples['values']
}
