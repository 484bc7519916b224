import type { StoredVersion } from '../../files/file-store.ts'
import type { ZonalFigures } from '../../raster/zonal/zonal-figures.ts'

/** The content is the outlines as JSON, one per line. */
export interface ZonalTask {
  raster: StoredVersion
  /** Counts from 1. */
  band: number
  categorical: boolean
  percentiles: readonly number[]
}

export type ZonalAnswer = ZonalFigures[]
