import * as contract from '#contract/viewing/viewing.ts'
import { getDifference, renderDifference } from '#service/domain/viewing/get-difference.ts'
import { getPercentiles } from '#service/domain/viewing/get-percentiles.ts'
import { getProfile } from '#service/domain/viewing/get-profile.ts'
import { picture } from '../../answers/picture.ts'
import { type Route, route } from '../../route.ts'

export const viewingRoutes: Route[] = [
  route(contract.getRasterPercentiles, ({ query, caller }, { db, files }) =>
    getPercentiles(db, files, query, caller),
  ),
  route(contract.getRasterProfile, ({ query, caller }, { db, files }) =>
    getProfile(db, files, query, caller),
  ),
  route(contract.getRasterDifference, ({ query, caller }, { db, files }) =>
    getDifference(db, files, query, caller),
  ),
  route(contract.getRasterDifferenceTile, async ({ params, query, caller }, { db, files }) => {
    const tile = await renderDifference(db, files, params, query, caller)
    return picture(`difference-${params.z}-${params.x}-${params.y}.png`, tile)
  }),
]
