/** What the document tells beyond the contract: words about resources, and examples where a name says nothing by itself. */
export const RESOURCES: Readonly<Record<string, string>> = {
  accounts: 'Signing in and out, and the people of the organisation.',
  app: 'What the home page shows.',
  assets: 'Uploaded rasters with their metadata.',
  audit: 'Who did what, when, and with what result.',
  bands: 'Named layers of rasters.',
  collections: 'Ordered sets of bands that fit together: covariates of the models.',
  countries: 'Countries of ISO 3166.',
  interpolation: 'The catalogue of published surfaces.',
  jobs: 'The layers that are modelled: lists, reports, outputs, maps, live changes.',
  'place-groups': 'Admin units in versions.',
  projects: 'Projects and clients.',
  'signed-links': 'Links that open a file without a session: for QGIS, R, Python and mails.',
  submissions: 'Configuration files: judged, sent, listed. Each of their layers becomes a job.',
  surveys: 'Household surveys with their points.',
  tags: 'Words that jobs carry.',
  worldpop: 'Population rasters.',
}

export const wordsOf = (resource: string) =>
  RESOURCES[resource] ?? `Calls about ${resource.replaceAll('-', ' ')}.`

/** By the name of a parameter or field, whichever call it belongs to. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, unknown>> = {
  id: 42,
  job_key: 'nga-water-sim-2024-r1-42',
  format: 'csv',
  type: 'mean',
  surface: 'mean',
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
  colour: '#1dd3b0',
  name: 'draft',
  title: 'Water 2024, second round',
  iso3_code: 'NGA',
  job_id: 42,
}

export const BODY_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  login: { username: 'ada@example.org', password: 'a long password' },
  runFile: { title: 'Water 2024, second round', file: 'configuration.csv' },
  validateConfiguration: { file: 'configuration.csv' },
  linkJobOutput: { minutes: 10 },
  addTags: { job_id: 42, tags: ['draft'] },
  removeTags: { job_id: 42, tags: ['draft'] },
}

export const PROBLEMS: Readonly<Record<number, { description: string; detail: string }>> = {
  400: { description: 'The request cannot be read', detail: 'The body is not valid JSON.' },
  403: {
    description: 'Not signed in, or not allowed to',
    detail: 'Could not validate credentials',
  },
  404: { description: 'There is no such thing', detail: 'There is no job 42.' },
  409: {
    description: 'Not possible as things stand',
    detail: 'Job 42 is running; its outputs come once it is completed.',
  },
  410: {
    description: 'Expired or withdrawn',
    detail: 'This link has expired. Ask whoever gave it to you for a new one.',
  },
  413: { description: 'Too large', detail: 'The request is larger than this call allows.' },
  415: {
    description: 'Another content type is needed',
    detail: 'This call takes a body of type application/json.',
  },
  416: {
    description: 'The byte range lies outside the file',
    detail: 'The file has 4096 bytes; the range asked for lies outside.',
  },
  422: { description: 'Understood, but not valid', detail: 'The file has no row.' },
  429: {
    description: 'Too many calls; Retry-After says how many seconds to wait',
    detail: 'Only 600 calls of this kind are allowed in a minute. Please wait 12 seconds.',
  },
  503: {
    description: 'Not possible at this moment; the same call may succeed a little later',
    detail: 'The database cannot be reached at the moment. Please try again shortly.',
  },
  507: {
    description: 'No room for the file',
    detail: 'Not enough storage is left to keep this file. Ask whoever runs the service to free some.',
  },
}
