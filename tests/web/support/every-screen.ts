import { getComic } from '#contract/app.ts'
import { countJobs, getJobReport, getQueueSize, listJobs } from '#contract/jobs/jobs.ts'
import { getNotificationPreferences } from '#contract/notifications.ts'
import { listPlaceGroupVersions } from '#contract/places/place-group-list.ts'
import { getPlaces } from '#contract/places/place-groups.ts'
import { getProject } from '#contract/projects/projects.ts'
import { listSubmissions } from '#contract/submissions/submission-list.ts'
import { getSubmissionConfiguration, validateConfiguration } from '#contract/submissions/submissions.ts'
import { getSurvey, getSurveyPoints } from '#contract/surveys/surveys.ts'
import { getDataset } from '#contract/rasters/worldpop.ts'
import { aDataset, aSurvey, aVersion, points } from './catalog-fakes.ts'
import { answer, resetApi } from './fake-api.ts'
import { aProject } from './project-fakes.ts'
import { report } from './report-fixture.ts'
import { routerAt } from './shell-router.tsx'
import { aJob, aSubmission, pageOf } from './submission-fakes.ts'

/** Answers with which every screen opens; logged out if `guest`. */
export function resetApiFor(guest: boolean) {
  resetApi(guest ? null : ['admin'])
  answer(getJobReport, { ...report, status: 'failed', reason: 'Too few clusters.' })
  answer(getComic, { data: '', configured: false })
  const empty = { valid: true, columns: ['iso3_code'], rows: [], findings: [] }
  answer(validateConfiguration, empty)
  answer(getSubmissionConfiguration, empty)
  answer(getQueueSize, { size: 0, running: 0 })
  answer(getNotificationPreferences, { in_workspace: true, by_email: false, failures_only: false })
  answer(countJobs, {
    total: 0,
    by_status: { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
  })
  answer(listSubmissions, pageOf([aSubmission()]))
  answer(listJobs, pageOf([aJob({ id: 11 })], 31))
  answer(getSurvey, aSurvey())
  answer(getSurveyPoints, points)
  answer(getDataset, aDataset({ bands: [] }))
  answer(listPlaceGroupVersions, pageOf([aVersion()]))
  answer(getProject, aProject())
  answer(getPlaces, { type: 'FeatureCollection', features: [] })
}

/** A route of the real route tree, so a new screen is tested too. */
interface AnyRoute {
  id: string
  fullPath: string
  options: { component?: unknown; validateSearch?: { fields?: string[]; shape?: object } }
}
export const screens = (Object.values(routerAt('/').routesById) as AnyRoute[]).filter(
  ({ id, options }) => options.component && !id.endsWith('__root__') && !/\/_[a-z]+$/.test(id),
)
const params: Record<string, string> = { $id: '5', $jobKey: 'nga-safe-water-sim-2024-r1-42' }
/** An address of the screen, with a record in the place of each parameter. */
export const pathOf = ({ fullPath }: AnyRoute) =>
  fullPath.replaceAll(/\{-\$[a-z]+\}/g, '').replaceAll(/\$[A-Za-z]+/g, (name) => params[name] ?? '1')
