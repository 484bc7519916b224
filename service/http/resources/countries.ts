import { listCountries } from '#contract/places/countries.ts'
import { listAllCountries } from '../../domain/countries/list.ts'
import { type Route, route } from '../route.ts'

export const countriesRoutes: Route[] = [
  route(listCountries, ({ query }, { db }) => listAllCountries(db, query)),
]
