/** By list: the filters whose options show how many rows they have. */
export const FACET_FIELDS = {
  listAccounts: ['role', 'status'],
  listAssets: ['iso3_code', 'status', 'created_by', 'crs'],
  listBands: ['iso3_code', 'year', 'unit', 'source'],
  listJobs: ['status', 'iso3_code', 'source', 'target', 'app_user_id', 'method', 'stack_name'],
  listProducts: ['iso3_code', 'source', 'target', 'status', 'year', 'round', 'created_by'],
  listSubmissions: ['status', 'iso3_code', 'source', 'app_user_id', 'project_id', 'stack_name'],
  listSurveys: ['iso3_code', 'source', 'target', 'source_wave', 'round'],
} as const

export type CountedList = keyof typeof FACET_FIELDS
