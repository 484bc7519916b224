/**
 * What the document adds to the contract: descriptions of resources, and examples where a name is not self-explanatory.
 */
const RESOURCES: Readonly<Record<string, string>> = {
  'access-tokens':
    'Tokens for scripts, each with scopes and an expiry date. Create one here or in your profile.',
  accounts: 'Logging in and out, and people.',
  app: 'What the home page shows.',
  assets: 'Uploaded rasters with their metadata.',
  audit: 'Who did what, when, and with what result.',
  bands: 'Named layers of rasters.',
  collections: 'Ordered sets of bands that fit together: covariates of the models.',
  countries: 'ISO 3166 countries.',
  interpolation: 'The catalogue of published surfaces.',
  jobs: 'Runs of layers: lists, reports, outputs, maps, live updates.',
  'layer-tracker': 'Workbooks that list the layers of a round, kept by the service or by Google Sheets.',
  notifications: 'Your submissions that have ended, and how you want to be notified.',
  'ogc-tiles': 'OGC API – Tiles: published outputs and bands as map tiles.',
  people: 'What admins do with accounts: approve, change roles, disable, hand over.',
  'place-groups': 'Versioned admin units.',
  processed: 'Rasters resampled to the 30 arc-second grid.',
  projects: 'Projects and clients.',
  'saved-views': 'Filters, sort and look of a table under a name, for yourself or shared.',
  search: 'Records by name or id, for a search field.',
  sessions: 'Devices where you are logged in.',
  'signed-links': 'Links that open a file without a session: for QGIS, R, Python and emails.',
  stac: 'The catalogue of rasters for programs that speak STAC: QGIS, GDAL, pystac-client, rstac.',
  submissions: 'Configuration files: validate, send, list. Each layer becomes a job.',
  surveys: 'Household surveys with their points.',
  tags: 'Tags of jobs.',
  tilejson: 'Tiles of bands and outputs, described for other programs.',
  viewing: 'Bands and outputs of jobs on a map: percentiles, values along a line, differences.',
  wmts: 'Map tiles of published outputs and bands for programs that speak WMTS.',
  uploads:
    'Files sent in pieces by the tus protocol: an interrupted upload continues where it stopped. Name the finished one as `upload` in a call that takes a raster.',
  worldpop: 'Population rasters.',
  zips: 'The outputs of several jobs in one file.',
}

export const wordsOf = (resource: string) =>
  RESOURCES[resource] ?? `Calls about ${resource.replaceAll('-', ' ')}.`

/** By the name of a parameter or field, in any call. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, unknown>> = {
  Prefer: 'respond-async',
  'Tus-Resumable': '1.0.0',
  'Upload-Length': '1073741824',
  'Upload-Metadata': 'filename ZWxldmF0aW9uLnRpZg==',
  'Upload-Offset': '0',
  id: 42,
  job_key: 'nga-water-sim-2024-r1-42',
  list: 'listJobs',
  format: 'csv',
  type: 'mean',
  surface: 'mean',
  raster: 'band-12',
  one: 'band-12',
  other: 'job-42-mean',
  line: '3.4,6.5;7.49,9.06',
  z: 6,
  x: 33,
  y: 30,
  min: 0,
  max: 1,
  longitude: 7.49,
  latitude: 9.06,
  token: 'WzEsImpvYi1vdXRwdXQi.2Jx0',
  filename: 'mean.tif',
  ext: 'tif',
  email: 'ada@example.org',
  username: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'a long password',
  new_password: 'another long password',
  current_password: 'a long password',
  tag: 'draft',
  words: 'benin stunting',
  colour: '#1dd3b0',
  target: 'water',
  source: 'DHS',
  source_wave: '2024',
  description: 'Drinking water, second round',
  year: 2020,
  role: 'staff',
  reason: 'Has left the organisation.',
  band: 'nga_elevation',
  sheet_id: 'b2f6c0de4a7d4c1e9f30',
  sheet_name: 'Layers',
  'Idempotency-Key': 'water-2024-second-round',
  name: 'draft',
  title: 'Water 2024, second round',
  iso3_code: 'NGA',
  job_id: 42,
}

const place = { iso3_code: 'NGA', place_type: 'adm1', version: '2024', file: 'states.geojson' }
const account = { token: 'qT3v0Xx1Yk8mZ2', new_password: 'another long password' }
const population = { iso3_code: 'NGA', year: 2020, resolution: '1km' }
const survey = { iso3_code: 'NGA', source: 'DHS', source_wave: '2024', target: 'water' }

export const BODY_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createView: {
    list: 'listJobs',
    name: 'Failed in Kenya',
    query: { iso3_code: ['KEN'], status: ['failed'] },
  },
  setDefaultView: { list: 'listJobs', view_id: 42 },
  login: { username: 'ada@example.org', password: 'a long password' },
  confirmEmail: { token: account.token },
  recoverPassword: account,
  createAccessToken: { name: 'laptop', scopes: ['read', 'run'], expires_in_days: 30 },
  runFile: { title: 'Water 2024, second round', file: 'configuration.csv', surveys: ['survey.csv'] },
  runAgain: { title: 'Water 2024, third round', layers: [{ row: 2, values: { seed: 7 } }] },
  validateConfiguration: { file: 'configuration.csv', surveys: ['survey.csv'] },
  undoFinalMark: { mark_id: 42 },
  linkJobOutput: { minutes: 60 },
  linkAsset: { minutes: 60 },
  postStacSearch: {
    collections: ['bands'],
    bbox: [2.6, 4.2, 14.7, 13.9],
    filter: 'year >= 2018',
    limit: 100,
  },
  acceptAssetFinding: { code: 'no-nodata', band: null, reason: 'Every cell of this grid has a value.' },
  withdrawAssetFinding: { code: 'no-nodata', band: null },
  addTags: { job_id: 42, tags: ['draft'] },
  removeTags: { job_id: 42, tags: ['draft'] },
  uploadAsset: { file: 'elevation.tif' },
  uploadBands: { sheet: 'bands.csv', rasters: ['elevation.tif', 'ruggedness.tif'] },
  createCollection: { name: 'nga_basic', bands: ['nga_elevation', 'nga_ruggedness'] },
  changeBand: { unit: 'm', year: 2020 },
  changeCollection: { bands: ['nga_elevation', 'nga_ruggedness'], population_band: 'nga_population' },
  restoreCollectionVersion: { current_version: 3 },
  createCustomStack: { name: 'nga_basic', bands: ['nga_elevation', 'nga_ruggedness'] },
  changeProducts: { items: [{ id: 42, tags: ['draft'] }] },
  linkProductFiles: { files: [{ id: 42, ext: 'tif' }] },
  checkInRaster: { ...survey, file: 'mean.tif' },
  importSurvey: { ...survey, file: 'survey.csv' },
  importPlaceGroup: place,
  validatePlaceGroup: place,
  importDataset: { ...population, file: 'population.tif' },
  fetchDataset: { ...population, url: 'https://data.worldpop.org/nga-population-2020.tif' },
  createProject: { name: 'Water 2024', client_id: 1 },
  changeProject: { name: 'Water 2024', client_id: 1 },
  createClient: { name: 'Ministry of Water' },
  changeClient: { name: 'Ministry of Water' },
  createTrackerWorkbook: { title: 'Water 2024', sheet_name: 'Layers' },
  handOver: { to_user_id: 7 },
  mergeTag: { into_id: 7 },
  readNotifications: { ids: [42, 43] },
  addSubmissionTags: { submission_id: 12, tags: ['draft'] },
  removeSubmissionTags: { submission_id: 12, tags: ['draft'] },
}

/** What each request header is for. */
export const HEADER_WORDS: Readonly<Record<string, string>> = {
  'Idempotency-Key':
    'requests repeated within a day with the same key and body create one submission and return the same answer',
  'Tus-Resumable': 'the tus protocol version; only 1.0.0 is supported',
  'Upload-Length': 'the size of the whole file in bytes',
  'Upload-Metadata': 'the file name as the key `filename`, in Base64',
  'Upload-Offset': 'where the body begins: as many bytes as have arrived',
  Prefer:
    'respond-async: answers 202 with the asset once the file is stored; a worker then inspects it, and its status shows the outcome',
}

export const PROBLEMS: Readonly<Record<number, { description: string; detail: string }>> = {
  400: { description: 'The request cannot be read', detail: 'The body is not valid JSON.' },
  403: {
    description: 'Not logged in, or not allowed to',
    detail: 'Could not validate credentials',
  },
  404: { description: 'Not found', detail: 'There is no job 42.' },
  409: {
    description: 'Not possible in the current state',
    detail: 'Job 42 is running; its outputs are available once it is completed.',
  },
  410: {
    description: 'Expired or withdrawn',
    detail: 'This link has expired. Ask the person who sent it for a new one.',
  },
  413: { description: 'Too large', detail: 'The request is larger than this call allows.' },
  415: {
    description: 'Unsupported content type',
    detail: 'This call takes a body of type application/json.',
  },
  416: {
    description: 'The byte range is outside the file',
    detail: 'The requested range is outside the file, which has 4096 bytes.',
  },
  422: { description: 'Understood, but not valid', detail: 'The file has no row.' },
  423: {
    description: 'Another request is writing to it',
    detail: 'Another request is writing to this upload. Try again in a moment.',
  },
  429: {
    description: 'Too many calls; Retry-After says how many seconds to wait',
    detail: 'Only 600 calls of this kind are allowed per minute. Try again in 12 seconds.',
  },
  503: {
    description: 'Not possible at this moment; the same call may succeed a little later',
    detail: 'The database cannot be reached at the moment. Try again shortly.',
  },
  507: {
    description: 'Not enough storage for the file',
    detail: 'Not enough storage is left to keep this file. Ask the operator of the service to free some.',
  },
}
