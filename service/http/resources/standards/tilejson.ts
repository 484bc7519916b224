import * as contract from '#contract/standards/tilejson.ts'
import { classesOfBand, layerOfBand } from '#service/domain/tile-layers/layer-of-band.ts'
import { layerOfJob } from '#service/domain/tile-layers/layer-of-job.ts'
import { toTileJson } from '#service/domain/tile-layers/to-tile-json.ts'
import { type Route, route } from '../../route.ts'

export const tileJsonRoutes: Route[] = [
  route(contract.getBandTileJson, async ({ params, query }, { db, config }) =>
    toTileJson(await layerOfBand(db, params.id), query, config, await classesOfBand(db, params.id)),
  ),
  route(contract.getJobTileJson, async ({ params, query, caller }, services) =>
    toTileJson(await layerOfJob(services, params.id, params.surface, caller), query, services.config),
  ),
]
