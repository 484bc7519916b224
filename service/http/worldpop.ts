import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/worldpop.ts'
import { fetchDataset, importDatasetFile } from '../domain/worldpop/import.ts'
import { list, listCoverage } from '../domain/worldpop/list.ts'
import { remove } from '../domain/worldpop/remove.ts'
import { getDataset } from '../domain/worldpop/select-datasets.ts'
import { noteAudit, recordsOf } from './record-calls.ts'
import { type Route, route } from './route.ts'

function noted<A extends { dataset: { id: number } | null }>(request: FastifyRequest, answer: A): A {
  if (answer.dataset) noteAudit(request, { record: recordsOf('worldpop', [answer.dataset]) })
  return answer
}

export const worldpopRoutes: Route[] = [
  route(contract.listDatasets, ({ query }, { db }) => list(db, query)),
  route(contract.getDataset, ({ params }, { db }) => getDataset(db, params.id)),
  route(contract.importDataset, async ({ streamed, body, actor, caller, request }, services) => {
    const from = { url: null, createdBy: actor.id }
    return noted(request, await importDatasetFile(services, streamed[0], body, from, caller))
  }),
  route(contract.fetchDataset, async ({ body, actor, caller, request }, services) =>
    noted(request, await fetchDataset(services, body, actor.id, caller)),
  ),
  route(contract.listDatasetHosts, (_call, { config: { worldpopHosts } }) =>
    Promise.resolve({ content: [...worldpopHosts], totalElements: worldpopHosts.length }),
  ),
  route(contract.deleteDataset, ({ params, actor }, services) => remove(services, actor, params.id)),
  route(contract.listDatasetCoverage, ({ query }, { db }) => listCoverage(db, query)),
]
