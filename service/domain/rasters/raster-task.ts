import type { ResampleMethod } from '../../raster/resample.ts'

/** Work on a whole raster, done in a separate process, so that a hostile or huge file harms nobody else. */
export type RasterTask =
  | { type: 'inspect'; path: string }
  | {
      type: 'to-reference-grid'
      path: string
      band: number
      method: ResampleMethod
      nodata: number
      out: string
      description: string
    }
