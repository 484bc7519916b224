import * as contract from '#contract/standards/ogc-features.ts'
import {
  FEATURES_CONFORM_TO,
  featuresLanding,
  findCollection,
  listCollections,
} from '#service/domain/features/feature-collections.ts'
import { getFeature, listFeatures } from '#service/domain/features/list-features.ts'
import { type Route, route } from '../../route.ts'

export const ogcFeaturesRoutes: Route[] = [
  route(contract.getFeaturesLanding, async (_call, { config }) => featuresLanding(config)),
  route(contract.getFeaturesConformance, async () => ({ conformsTo: FEATURES_CONFORM_TO })),
  route(contract.listFeaturesCollections, (_call, { db, config }) => listCollections(db, config)),
  route(
    contract.getFeaturesCollection,
    async ({ params }, { db, config }) => (await findCollection(db, config, params.features_id)).collection,
  ),
  route(contract.listFeatures, ({ params, query, caller }, services) =>
    listFeatures(services, params.features_id, query, caller),
  ),
  route(contract.getFeature, ({ params, caller }, services) =>
    getFeature(services, params.features_id, params.feature_id, caller),
  ),
]
