import { listAssets } from './rasters/asset-list.ts'
import { listAudit } from './audit.ts'
import { listBands } from './rasters/band-list.ts'
import { listClients } from './projects/client-list.ts'
import { listCollections } from './rasters/collection-list.ts'
import { listProducts } from './interpolation/interpolation-list.ts'
import { listJobs } from './jobs/jobs.ts'
import { listNotifications } from './notifications.ts'
import { listAccounts } from './accounts/people.ts'
import { listPlaceGroupVersions } from './places/place-group-list.ts'
import { listProcessed } from './rasters/processed.ts'
import { listProjects } from './projects/project-list.ts'
import { listSubmissions } from './submissions/submission-list.ts'
import { listSurveys } from './surveys/survey-list.ts'
import { listTags } from './projects/tag-list.ts'
import { listDatasets } from './rasters/worldpop-list.ts'

/** The lists that are tables of the web application: those that have exports and saved views. */
export const LISTS = [
  listAccounts,
  listAssets,
  listAudit,
  listBands,
  listClients,
  listCollections,
  listDatasets,
  listJobs,
  listNotifications,
  listPlaceGroupVersions,
  listProcessed,
  listProducts,
  listProjects,
  listSubmissions,
  listSurveys,
  listTags,
] as const
