import type { Endpoint } from '#contract/endpoint.ts'
import { accessTokensRoutes } from './resources/accounts/access-tokens.ts'
import { accountsRoutes } from './resources/accounts/accounts.ts'
import { appRoutes } from './resources/app-routes.ts'
import { assetsRoutes } from './resources/rasters/assets.ts'
import { auditRoutes } from './resources/audit.ts'
import { bandsRoutes } from './resources/rasters/bands.ts'
import { aggregatesRoutes } from './resources/aggregates.ts'
import { briefsRoutes } from './resources/briefs.ts'
import { collectionsRoutes } from './resources/rasters/collections.ts'
import { countriesRoutes } from './resources/countries.ts'
import { listRoutes } from './resources/lists.ts'
import { inspectionsRoutes } from './resources/rasters/inspections.ts'
import { interpolationRoutes } from './resources/interpolation.ts'
import { jobsRoutes } from './resources/jobs.ts'
import { ogcFeaturesRoutes } from './resources/standards/ogc-features.ts'
import { ogcTilesRoutes } from './resources/standards/ogc-tiles.ts'
import { peopleRoutes } from './resources/accounts/people.ts'
import { layerTrackerRoutes } from './resources/layer-tracker.ts'
import { notificationsRoutes } from './resources/notifications.ts'
import { placeGroupRoutes } from './resources/place-groups.ts'
import { processedRoutes } from './resources/rasters/processed.ts'
import { projectsRoutes } from './resources/projects.ts'
import type { Route } from './route.ts'
import { searchRoutes } from './resources/search.ts'
import { sessionsRoutes } from './resources/accounts/sessions.ts'
import { signedLinksRoutes } from './resources/signed-links.ts'
import { stacRoutes } from './resources/standards/stac.ts'
import { submissionsRoutes } from './resources/submissions.ts'
import { surveysRoutes } from './resources/surveys.ts'
import { tagsRoutes } from './resources/tags.ts'
import { tileJsonRoutes } from './resources/standards/tilejson.ts'
import { uploadsRoutes } from './resources/rasters/uploads.ts'
import { viewingRoutes } from './resources/rasters/viewing.ts'
import { viewsRoutes } from './resources/views.ts'
import { wmtsRoutes } from './resources/standards/wmts.ts'
import { worldpopRoutes } from './resources/rasters/worldpop.ts'
import { zipsRoutes } from './resources/zips.ts'

export const allRoutes: readonly Route[] = [
  ...accessTokensRoutes,
  ...accountsRoutes,
  ...appRoutes,
  ...assetsRoutes,
  ...auditRoutes,
  ...bandsRoutes,
  ...aggregatesRoutes,
  ...briefsRoutes,
  ...collectionsRoutes,
  ...countriesRoutes,
  ...listRoutes,
  ...inspectionsRoutes,
  ...interpolationRoutes,
  ...jobsRoutes,
  ...ogcFeaturesRoutes,
  ...ogcTilesRoutes,
  ...peopleRoutes,
  ...layerTrackerRoutes,
  ...notificationsRoutes,
  ...placeGroupRoutes,
  ...processedRoutes,
  ...projectsRoutes,
  ...searchRoutes,
  ...sessionsRoutes,
  ...signedLinksRoutes,
  ...stacRoutes,
  ...submissionsRoutes,
  ...surveysRoutes,
  ...tagsRoutes,
  ...tileJsonRoutes,
  ...uploadsRoutes,
  ...viewingRoutes,
  ...viewsRoutes,
  ...wmtsRoutes,
  ...worldpopRoutes,
  ...zipsRoutes,
]

/** Every call of the contract has exactly one route, and every route belongs to a call of the contract. */
export function assertComplete(routes: readonly Route[], endpoints: readonly Endpoint[]): void {
  const count = new Map<Endpoint, number>()
  for (const { endpoint } of routes) count.set(endpoint, (count.get(endpoint) ?? 0) + 1)
  const wrong = [
    ...endpoints.filter((endpoint) => !count.has(endpoint)).map(({ name }) => `${name} has no route`),
    ...[...count].filter(([, times]) => times > 1).map(([{ name }]) => `${name} has more than one route`),
    ...[...count.keys()]
      .filter((endpoint) => !endpoints.includes(endpoint))
      .map(({ name }) => `${name} is not in the contract`),
  ]
  if (wrong.length > 0) throw new Error(`Contract and routes differ: ${wrong.join('; ')}.`)
}
