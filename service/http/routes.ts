import type { Endpoint } from '#contract/endpoint.ts'
import { accessTokensRoutes } from './access-tokens.ts'
import { accountsRoutes } from './accounts.ts'
import { appRoutes } from './app-routes.ts'
import { assetsRoutes } from './assets.ts'
import { auditRoutes } from './audit.ts'
import { bandsRoutes } from './bands.ts'
import { collectionsRoutes } from './collections.ts'
import { countriesRoutes } from './countries.ts'
import { exportRoutes } from './export.ts'
import { interpolationRoutes } from './interpolation.ts'
import { jobsRoutes } from './jobs.ts'
import { peopleRoutes } from './people.ts'
import { layerTrackerRoutes } from './layer-tracker.ts'
import { placeGroupRoutes } from './place-groups.ts'
import { processedRoutes } from './processed.ts'
import { projectsRoutes } from './projects.ts'
import type { Route } from './route.ts'
import { sessionsRoutes } from './sessions.ts'
import { signedLinksRoutes } from './signed-links.ts'
import { submissionsRoutes } from './submissions.ts'
import { surveysRoutes } from './surveys.ts'
import { tagsRoutes } from './tags.ts'
import { worldpopRoutes } from './worldpop.ts'
import { zipsRoutes } from './zips.ts'

export const allRoutes: readonly Route[] = [
  ...accessTokensRoutes,
  ...accountsRoutes,
  ...appRoutes,
  ...assetsRoutes,
  ...auditRoutes,
  ...bandsRoutes,
  ...collectionsRoutes,
  ...countriesRoutes,
  ...exportRoutes,
  ...interpolationRoutes,
  ...jobsRoutes,
  ...peopleRoutes,
  ...layerTrackerRoutes,
  ...placeGroupRoutes,
  ...processedRoutes,
  ...projectsRoutes,
  ...sessionsRoutes,
  ...signedLinksRoutes,
  ...submissionsRoutes,
  ...surveysRoutes,
  ...tagsRoutes,
  ...worldpopRoutes,
  ...zipsRoutes,
]

/** Every call of the contract has exactly one route, and no route answers a call that the contract does not know. */
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
