import * as contract from '#contract/jobs/briefs.ts'
import { findBriefFile, getBrief } from '../../domain/briefs/get.ts'
import { requestBrief } from '../../domain/briefs/request.ts'
import { storedFile } from '../answers/stored-file.ts'
import { type Route, route } from '../route.ts'

export const briefsRoutes: Route[] = [
  route(contract.requestBrief, ({ params, body, actor }, services) =>
    requestBrief(services, params.id, body, actor.id),
  ),
  route(contract.getBrief, ({ params, actor }, { db }) => getBrief(db, params, actor.id)),
  route(contract.downloadBrief, async ({ params, actor }, { db, files }) =>
    storedFile(files, await findBriefFile(db, params, actor.id)),
  ),
]
