import * as contract from '#contract/rasters/processed.ts'
import { FACETS } from '#contract/lists/facets.ts'
import { receiveProcessing } from '#service/domain/intake/receive.ts'
import { listFacets } from '#service/domain/processed/list-facets.ts'
import { list } from '#service/domain/processed/list.ts'
import { processRaster } from '#service/domain/processed/process.ts'
import { type Route, route } from '../../route.ts'
import { orLater } from '../../input/take-in.ts'

export const processedRoutes: Route[] = [
  route(contract.listProcessed, ({ query }, { db }) => list(db, query)),
  route(FACETS.listProcessed, ({ query }, { db }) => listFacets(db, query)),
  route(contract.processAsset, ({ body, actor, caller, request }, services) =>
    orLater(
      { request },
      () => processRaster(services, body, actor.id, caller),
      () => receiveProcessing(services, body, actor.id, caller),
      '/raster/v1/assets',
    ),
  ),
]
