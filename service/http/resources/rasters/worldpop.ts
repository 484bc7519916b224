import * as contract from '#contract/rasters/worldpop.ts'
import { importDatasetFile, withFetched } from '#service/domain/worldpop/import.ts'
import { listCoverage } from '#service/domain/worldpop/list.ts'
import { remove } from '#service/domain/worldpop/remove.ts'
import { getDataset } from '#service/domain/worldpop/select-datasets.ts'
import { type Route, route } from '../../route.ts'
import { orFetchedLater, orRasterLater } from '../../input/take-in.ts'

export const worldpopRoutes: Route[] = [
  route(contract.getDataset, ({ params }, { db }) => getDataset(db, params.id)),
  route(contract.importDataset, (call, services) =>
    orRasterLater('population', call, services, () => {
      const from = { url: null, createdBy: call.actor.id }
      return importDatasetFile(services, call.streamed[0], call.body, from, call.caller)
    }),
  ),
  route(contract.fetchDataset, (call, services) =>
    orFetchedLater(call, services, () => {
      const { body, actor, caller } = call
      return withFetched(services, body, caller, (sent, url) =>
        importDatasetFile(services, sent, body, { url, createdBy: actor.id }, caller),
      )
    }),
  ),
  route(contract.listDatasetHosts, (_call, { config: { worldpopHosts } }) =>
    Promise.resolve({ content: [...worldpopHosts], totalElements: worldpopHosts.length }),
  ),
  route(contract.deleteDataset, ({ params, actor }, services) => remove(services, actor, params.id)),
  route(contract.listDatasetCoverage, ({ query }, { db }) => listCoverage(db, query)),
]
