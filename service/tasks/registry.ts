import { computeAggregateHandler } from './aggregates/compute-aggregate.handler.ts'
import { writeBriefHandler } from './briefs/write-brief.handler.ts'
import { inspectRasterHandler } from './rasters/inspect-raster.handler.ts'
import { rasterWorkHandler } from './rasters/raster-work.handler.ts'
import { rebuildCogHandler } from './rasters/rebuild-cog.handler.ts'
import { runLayerLostHandler } from './layers/run-layer-lost.handler.ts'
import { runLayerHandler } from './layers/run-layer.handler.ts'
import { takeInBandsHandler } from './rasters/take-in-bands.handler.ts'
import { takeInRasterHandler } from './rasters/take-in-raster.handler.ts'
import type { TaskHandler } from './task-handler.ts'

/** Every type of background work. A queue that receives another's lost tasks goes before it. */
export const taskHandlers: readonly TaskHandler[] = [
  runLayerLostHandler,
  runLayerHandler,
  rasterWorkHandler,
  inspectRasterHandler,
  takeInRasterHandler,
  takeInBandsHandler,
  rebuildCogHandler,
  writeBriefHandler,
  computeAggregateHandler,
]
