import { inspectRasterHandler } from './inspect-raster.handler.ts'
import { rasterWorkHandler } from './raster-work.handler.ts'
import { rebuildCogHandler } from './rebuild-cog.handler.ts'
import { runLayerLostHandler } from './run-layer-lost.handler.ts'
import { runLayerHandler } from './run-layer.handler.ts'
import { takeInBandsHandler } from './take-in-bands.handler.ts'
import { takeInRasterHandler } from './take-in-raster.handler.ts'
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
]
