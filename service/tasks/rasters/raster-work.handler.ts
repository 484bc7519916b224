import { doRasterWork } from '../../domain/rasters/task/do-raster-work.ts'
import { packRasterAnswer } from '../../domain/rasters/task/raster-answer.ts'
import { rasterWork } from './raster-work.definition.ts'
import type { TaskHandler } from '../task-handler.ts'

export const rasterWorkHandler: TaskHandler<typeof rasterWork.payload> = {
  definition: rasterWork,
  handle({ payload, signal }, { services, stopping }) {
    const enough = AbortSignal.any([signal, stopping])
    return packRasterAnswer(() => doRasterWork(services, payload, enough))
  },
}
