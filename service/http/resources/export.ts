import { exportJobs } from '#contract/export.ts'
import { exportAllJobs } from '../../domain/export/export-jobs.ts'
import { type Route, route } from '../route.ts'

export const exportRoutes: Route[] = [
  route(exportJobs, ({ query, actor }, { db }) => Promise.resolve(exportAllJobs(db, query, actor.id))),
]
