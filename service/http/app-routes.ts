import type { Route } from './route.ts'

export const appRoutes: Route[] = []
