/** The filters, by list, whose options show how many rows they have. */
export const FACET_FIELDS = {
  listAccounts: ['role', 'status'],
  listAssets: ['iso3_code', 'status', 'created_by', 'crs'],
  listAudit: ['who', 'what', 'result'],
  listBands: ['iso3_code', 'year', 'unit', 'source'],
  listCollections: ['iso3_code', 'band', 'created_by'],
  listDatasets: ['iso3_code', 'year', 'category', 'resolution'],
  listJobs: [
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
  listPlaceGroupVersions: ['iso3_code', 'place_type'],
  listProcessed: ['iso3_code', 'created_by', 'processed_from'],
  listProducts: [
    'iso3_code',
    'source',
    'target',
    'status',
    'year',
    'round',
    'created_by',
    'tags',
    'iso3_codes',
  ],
  listProjects: ['client_id', 'status', 'member'],
  listSubmissions: ['status', 'iso3_code', 'source', 'app_user_id', 'project_id', 'stack_name'],
  listSurveys: ['iso3_code', 'source', 'target', 'source_wave', 'round'],
} as const

export type CountedList = keyof typeof FACET_FIELDS
