import * as contract from '#contract/jobs/aggregates.ts'
import { aggregateCsv, getAggregate } from '../../domain/aggregates/get.ts'
import { requestAggregate } from '../../domain/aggregates/request.ts'
import { type FileAnswer, type Route, route } from '../route.ts'

export const aggregatesRoutes: Route[] = [
  route(contract.requestAggregate, ({ params, body, actor }, services) =>
    requestAggregate(services, params.id, body, actor.id),
  ),
  route(contract.getAggregate, ({ params, actor }, { db }) => getAggregate(db, params, actor.id)),
  route(contract.downloadAggregate, async ({ params, actor }, { db }): Promise<FileAnswer> => {
    const { name, content } = await aggregateCsv(db, params, actor.id)
    return {
      name,
      mediaType: 'text/csv',
      size: null,
      cacheControl: 'private, no-cache',
      open: () => Buffer.from(content),
    }
  }),
]
