import * as contract from '#contract/processed.ts'
import { listProcessedFacets } from '#contract/facets.ts'
import { receiveProcessing } from '../../domain/intake/receive.ts'
import { listFacets } from '../../domain/processed/list-facets.ts'
import { list } from '../../domain/processed/list.ts'
import { processRaster } from '../../domain/processed/process.ts'
import { type Route, route } from '../route.ts'
import { orLater } from '../take-in.ts'

export const processedRoutes: Route[] = [
  route(contract.listProcessed, ({ query }, { db }) => list(db, query)),
  route(listProcessedFacets, ({ query }, { db }) => listFacets(db, query)),
  route(contract.processAsset, ({ body, actor, caller, request }, services) =>
    orLater(
      { request },
      () => processRaster(services, body, actor.id, caller),
      () => receiveProcessing(services, body, actor.id, caller),
      '/raster/v1/assets',
    ),
  ),
]
