import * as contract from '#contract/worldpop.ts'
import { fetchDataset, importDatasetFile } from '../domain/worldpop/import.ts'
import { list, listCoverage } from '../domain/worldpop/list.ts'
import { remove } from '../domain/worldpop/remove.ts'
import { getDataset } from '../domain/worldpop/select-datasets.ts'
import { type Route, route } from './route.ts'

export const worldpopRoutes: Route[] = [
  route(contract.listDatasets, ({ query }, { db }) => list(db, query)),
  route(contract.getDataset, ({ params }, { db }) => getDataset(db, params.id)),
  route(contract.importDataset, ({ streamed, body, actor }, services) =>
    importDatasetFile(services, streamed[0], body, { url: null, createdBy: actor.id }),
  ),
  route(contract.fetchDataset, ({ body, actor }, services) => fetchDataset(services, body, actor.id)),
  route(contract.deleteDataset, ({ params, actor }, services) => remove(services, actor, params.id)),
  route(contract.listDatasetCoverage, ({ query }, { db }) => listCoverage(db, query)),
]
