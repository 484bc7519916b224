import * as contract from '#contract/processed.ts'
import { list } from '../domain/processed/list.ts'
import { processRaster } from '../domain/processed/process.ts'
import { noteAudit, recordsOf } from './record-calls.ts'
import { type Route, route } from './route.ts'

export const processedRoutes: Route[] = [
  route(contract.listProcessed, ({ query }, { db }) => list(db, query)),
  route(contract.processAsset, async ({ body, actor, caller, request }, services) => {
    const answer = await processRaster(services, body, actor.id, caller)
    noteAudit(request, { record: recordsOf('assets', [answer.asset]) })
    return answer
  }),
]
