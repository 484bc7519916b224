import type { StoredVersion } from '#service/files/file-store.ts'
import type { Difference } from '#service/raster/tiles/difference.ts'
import type { ThumbnailLook } from '#service/raster/tiles/thumbnail.ts'
import type { PictureOf } from '#service/raster/tiles/tile.ts'
import type { RampName } from '#service/raster/tiles/ramps.ts'
import type { Hatch } from '#service/raster/tiles/tile.ts'
import type { Percentiles } from '#service/raster/statistics/percentiles.ts'
import type { RasterInfo } from '#service/raster/cells/read.ts'
import type { Samples } from '#service/raster/cells/sample.ts'

interface Place {
  raster: StoredVersion
  /** Counts from 1. */
  band: number
}

interface Pair extends Place {
  other: StoredVersion
  otherBand: number
}

/** A query about a stored raster; answered in a separate process, whatever the raster contains. */
export type RasterQuestion =
  | (Omit<Place, 'band'> & { type: 'info' })
  | (Place & {
      type: 'tile'
      z: number
      x: number
      y: number
      ramp: RampName | 'classes' | Hatch
      min: number
      max: number
    })
  | (Place & { type: 'thumbnail' } & ThumbnailLook)
  | (Place & { type: 'picture' } & PictureOf)
  | (Place & { type: 'value'; longitude: number; latitude: number })
  | (Place & { type: 'sample'; longitude: Float64Array; latitude: Float64Array; withinKm: number })
  | (Place & { type: 'values'; longitude: Float64Array; latitude: Float64Array })
  | (Place & { type: 'percentiles' })
  | (Pair & { type: 'difference' })
  | (Pair & { type: 'difference-tile'; z: number; x: number; y: number; limit: number })

export interface RasterAnswers {
  info: RasterInfo
  /** A PNG of 256 pixels per side. */
  tile: Uint8Array
  /** A PNG of the whole band. */
  thumbnail: Uint8Array
  /** NaN where there is none, row by row. */
  picture: Float64Array
  value: number | null
  sample: Samples['values']
  /** NaN where there is none. */
  values: Float64Array
  percentiles: Percentiles
  difference: Difference
  'difference-tile': Uint8Array
}
