import * as contract from '#contract/processed.ts'
import { list } from '../../domain/processed/list.ts'
import { processRaster } from '../../domain/processed/process.ts'
import { type Route, route } from '../route.ts'

export const processedRoutes: Route[] = [
  route(contract.listProcessed, ({ query }, { db }) => list(db, query)),
  route(contract.processAsset, ({ body, actor, caller }, services) => {
    return processRaster(services, body, actor.id, caller)
  }),
]
