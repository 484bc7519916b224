import { getPlaces, listPlaceGroupVersions } from '#contract/place-groups.ts'
import { getPlaces as getPlacesVerb } from '../domain/place-groups/get-places.ts'
import { listVersions } from '../domain/place-groups/list-versions.ts'
import { type Route, route } from './route.ts'

export const placeGroupRoutes: Route[] = [
  route(listPlaceGroupVersions, ({ query }, { db }) => listVersions(db, query)),
  route(getPlaces, ({ params }, { db }) => getPlacesVerb(db, params.id)),
]
