import { doRasterWork } from '../domain/rasters/do-raster-work.ts'
import { packRasterAnswer } from '../domain/rasters/raster-answer.ts'
import { rasterWork } from './raster-work.definition.ts'
import type { TaskHandler } from './task-handler.ts'

export const rasterWorkHandler: TaskHandler<typeof rasterWork.payload> = {
  definition: rasterWork,
  handle({ payload, signal }, { services, stopping }) {
    const enough = AbortSignal.any([signal, stopping])
    return packRasterAnswer(() => doRasterWork(services, payload, enough))
  },
}
