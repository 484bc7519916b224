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

/**
 * The tables of the web application: lists with saved views, an export (`file` is its name without the format), and counts
 * of rows beside the options of some filters (`facets`).
 */
export const LISTS = {
  listAccounts: { list: listAccounts, file: 'people', facets: ['role', 'status'] },
  listAssets: {
    list: listAssets,
    file: 'raster-assets',
    facets: ['iso3_code', 'status', 'created_by', 'crs'],
  },
  listAudit: { list: listAudit, file: 'audit', facets: ['who', 'what', 'result'] },
  listBands: { list: listBands, file: 'bands', facets: ['iso3_code', 'year', 'unit', 'source'] },
  listClients: { list: listClients, file: 'clients', facets: [] },
  listCollections: {
    list: listCollections,
    file: 'collections',
    facets: ['iso3_code', 'band', 'created_by'],
  },
  listDatasets: {
    list: listDatasets,
    file: 'population-datasets',
    facets: ['iso3_code', 'year', 'category', 'resolution'],
  },
  listJobs: {
    list: listJobs,
    file: 'jobs',
    facets: [
      'status',
      'iso3_code',
      'source',
      'target',
      'app_user_id',
      'method',
      'stack_name',
      'tags',
      'verdict',
    ],
  },
  listNotifications: { list: listNotifications, file: 'notifications', facets: [] },
  listPlaceGroupVersions: {
    list: listPlaceGroupVersions,
    file: 'place-groups',
    facets: ['iso3_code', 'place_type'],
  },
  listProcessed: {
    list: listProcessed,
    file: 'processed-rasters',
    facets: ['iso3_code', 'created_by', 'processed_from'],
  },
  listProducts: {
    list: listProducts,
    file: 'products',
    facets: ['iso3_code', 'source', 'target', 'status', 'year', 'round', 'created_by', 'tags', 'iso3_codes'],
  },
  listProjects: { list: listProjects, file: 'projects', facets: ['client_id', 'status', 'member'] },
  listSubmissions: {
    list: listSubmissions,
    file: 'submissions',
    facets: ['status', 'iso3_code', 'source', 'app_user_id', 'project_id', 'stack_name'],
  },
  listSurveys: {
    list: listSurveys,
    file: 'surveys',
    facets: ['iso3_code', 'source', 'target', 'source_wave', 'round'],
  },
  listTags: { list: listTags, file: 'tags', facets: [] },
} as const
export type ListName = keyof typeof LISTS
export type ListOf<N extends ListName> = (typeof LISTS)[N]['list']
export type FacetOf<N extends ListName> = (typeof LISTS)[N]['facets'][number]

export const LIST_NAMES = Object.keys(LISTS) as ListName[]
