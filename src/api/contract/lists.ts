import { listAssets } from './asset-list.ts'
import { listAudit } from './audit.ts'
import { listBands } from './band-list.ts'
import { listClients } from './client-list.ts'
import { listCollections } from './collection-list.ts'
import { listProducts } from './interpolation-list.ts'
import { listJobs } from './jobs.ts'
import { listNotifications } from './notifications.ts'
import { listAccounts } from './people.ts'
import { listPlaceGroupVersions } from './place-group-list.ts'
import { listProcessed } from './processed.ts'
import { listProjects } from './project-list.ts'
import { listSubmissions } from './submission-list.ts'
import { listSurveys } from './survey-list.ts'
import { listTags } from './tag-list.ts'
import { listDatasets } from './worldpop-list.ts'

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
