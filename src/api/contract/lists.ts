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

/** The tables of the web application: lists with saved views and an export; `file` is its name without the format. */
export const LISTS = {
  listAccounts: { list: listAccounts, file: 'people' },
  listAssets: { list: listAssets, file: 'raster-assets' },
  listAudit: { list: listAudit, file: 'audit' },
  listBands: { list: listBands, file: 'bands' },
  listClients: { list: listClients, file: 'clients' },
  listCollections: { list: listCollections, file: 'collections' },
  listDatasets: { list: listDatasets, file: 'population-datasets' },
  listJobs: { list: listJobs, file: 'jobs' },
  listNotifications: { list: listNotifications, file: 'notifications' },
  listPlaceGroupVersions: { list: listPlaceGroupVersions, file: 'place-groups' },
  listProcessed: { list: listProcessed, file: 'processed-rasters' },
  listProducts: { list: listProducts, file: 'products' },
  listProjects: { list: listProjects, file: 'projects' },
  listSubmissions: { list: listSubmissions, file: 'submissions' },
  listSurveys: { list: listSurveys, file: 'surveys' },
  listTags: { list: listTags, file: 'tags' },
} as const
export type ListName = keyof typeof LISTS
export type ListOf<N extends ListName> = (typeof LISTS)[N]['list']

export const LIST_NAMES = Object.keys(LISTS) as ListName[]
