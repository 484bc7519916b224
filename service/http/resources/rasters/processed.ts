import * as contract from '#contract/rasters/processed.ts'
import { receiveProcessing } from '#service/domain/intake/receive.ts'
import { processRaster } from '#service/domain/processed/process.ts'
import { type Route, route } from '../../route.ts'
import { orLater } from '../../input/take-in.ts'

export const processedRoutes: Route[] = [
  route(contract.processAsset, ({ body, actor, caller, request }, services) =>
    orLater(
      { request },
      () => processRaster(services, body, actor.id, caller),
      () => receiveProcessing(services, body, actor.id, caller),
      '/raster/v1/assets',
    ),
  ),
]
