/**
 * Columns of a configuration, in their usual order; `required` ones must be present and filled. `empty` says what an
 * empty cell means unless a number below does. Each example is a value that the service accepts.
 */
export const CONFIGURATION_COLUMNS = [
  { name: 'iso3_code', required: true, about: 'Country as three letters', example: 'NGA' },
  { name: 'target', required: true, about: 'What is modelled, e.g. stunting', example: 'stunting' },
  { name: 'source', required: true, about: 'Survey programme, e.g. DHS', example: 'DHS' },
  { name: 'source_wave', required: true, about: 'Wave of the source, e.g. 2018', example: '2018' },
  {
    name: 'source_date',
    required: false,
    about: 'Date of the source, YYYY-MM-DD',
    example: '2018-01-31',
    empty: 'no date',
  },
  { name: 'round', required: true, about: 'Round of the analysis', example: '1' },
  {
    name: 'data_description',
    required: false,
    about: 'What the data are',
    example: 'Children under 5 who are stunted',
    empty: 'no description',
  },
  {
    name: 'survey',
    required: false,
    about: 'ID of a catalogued survey, or the name of an attached points file',
    example: 'benin-2018.csv',
    empty: 'the catalogued survey of this country, source, wave, date, round and target',
  },
  ...(
    [
      ['cluster', 'Column of the points file with the cluster ID', 'hv001'],
      ['longitude', 'Column with the longitude', 'LONGNUM'],
      ['latitude', 'Column with the latitude', 'LATNUM'],
      ['numerator', 'Column with the numerator', 'stunted'],
      ['denominator', 'Column with the denominator', 'children'],
      ['weight', 'Column with the survey weight', 'hv005'],
      ['stratum', 'Column with the stratum', 'hv022'],
      ['urban', 'Column that marks urban clusters: urban or rural, U or R, 1 or 0, 1 or 2', 'URBAN_RURA'],
    ] as const
  ).map(([name, about, example]) => ({
    name,
    required: false,
    about,
    example,
    empty: `as in the catalogued survey; for an attached file, its column '${name}'`,
  })),
  {
    name: 'remedies',
    required: false,
    about: 'What makes the points file usable, as its findings propose it; the file stays as it is',
    example: 'swap, leave-out-outside',
    empty: 'as in the catalogued survey; for an attached file, nothing',
  },
  {
    name: 'displacement',
    required: false,
    about: 'Whether the coordinates of the clusters are displaced, as DHS does',
    example: 'dhs',
    empty: 'as in the catalogued survey; for an attached file, not known, which counts as none',
  },
  {
    name: 'stack_name',
    required: true,
    about: 'Band collection that gives the covariates',
    example: 'nga_basic',
  },
  {
    name: 'stack_version',
    required: false,
    about: 'Version of the band collection',
    example: '1',
    empty: 'its current version',
  },
  {
    name: 'population_band',
    required: false,
    about: 'Band that weights admin means',
    example: 'nga_population',
    empty: "the collection's own, else equal weights",
  },
  {
    name: 'place_group_version',
    required: false,
    about: 'Version of the admin units',
    example: 'natural-earth',
    empty: "the country's default versions",
  },
  {
    name: 'adm_levels',
    required: false,
    about: 'Admin levels, e.g. 1,2',
    example: '1,2',
    empty: 'those of 1 and 2 that the country has',
  },
  { name: 'method', required: false, about: 'How the surface is modelled', example: 'gp', empty: 'auto' },
  { name: 'folds', required: false, about: 'Folds of cross-validation', example: '10' },
  {
    name: 'block_km',
    required: false,
    about: 'Side of the spatial blocks of cross-validation, in km',
    example: '100',
    empty: 'auto: the fitted range',
  },
  { name: 'draws', required: false, about: 'Joint draws of the surface', example: '500' },
  { name: 'seed', required: false, about: 'Seed of everything random', example: '42' },
  {
    name: 'overfit_gap',
    required: false,
    about:
      'R² gap that a layer must also exceed to be flagged as overfit, unless R² in block folds is 0 or less',
    example: '0.2',
  },
  {
    name: 'adm_min_clusters',
    required: false,
    about: 'Clusters that an admin unit needs to be testable',
    example: '10',
  },
  {
    name: 'exceedance_threshold',
    required: false,
    about: 'Prevalence for a map of the probability that it is exceeded',
    example: '0.2',
    empty: 'no such map',
  },
  {
    name: 'urban_share',
    required: false,
    about:
      "Urban share of the people, from a census or the sampling frame, where the survey marks urban clusters; 'sample' if towns were not oversampled",
    example: '0.35',
    empty: "the weighted survey's own; a survey without weights needs a value",
  },
  {
    name: 'rake_to',
    required: false,
    about: 'National prevalence that maps and admin figures are scaled to',
    example: '0.35',
    empty: 'no raking',
  },
  {
    name: 'rake_to_admin',
    required: false,
    about: 'Prevalence of admin units, by code or name, that their maps and figures are scaled to',
    example: 'Kano=0.41; Lagos=0.22',
    empty: 'no raking',
  },
  {
    name: 'tags',
    required: false,
    about: 'Comma-separated tags',
    example: 'nutrition, first try',
    empty: 'no tags',
  },
  {
    name: 'improves',
    required: false,
    about: 'Id of the completed job that this layer improves',
    example: '17',
    empty: 'improves none',
  },
] as const
export type ConfigurationColumn = (typeof CONFIGURATION_COLUMNS)[number]['name']

/** Ranges and defaults of a layer's numbers; `whole` ones must be integers. */
export const NUMBER_OPTIONS = {
  folds: { from: 2, to: 20, whole: true, fallback: 10 },
  draws: { from: 100, to: 2000, whole: true, fallback: 500 },
  seed: { from: 0, to: 2 ** 31 - 1, whole: true, fallback: 1 },
  overfit_gap: { from: 0, to: 1, whole: false, fallback: 0.2 },
  adm_min_clusters: { from: 2, to: 1000, whole: true, fallback: 10 },
} as const
/** Of a prevalence or another share. */
export const PREVALENCE = { from: 0.0001, to: 0.9999 } as const
/** The value of `urban_share` that states that towns were not oversampled. */
export const SAMPLED_SHARE = 'sample'
export const BLOCK_KM = { from: 1, to: 2000 } as const

export const METHODS = ['auto', 'gp', 'gam'] as const
export type LayerMethod = (typeof METHODS)[number]

export const TEXT_LENGTHS = {
  target: 100,
  source: 100,
  source_wave: 100,
  round: 100,
  data_description: 500,
  survey: 255,
  stack_name: 200,
  population_band: 200,
  place_group_version: 100,
  cluster: 200,
  longitude: 200,
  latitude: 200,
  numerator: 200,
  denominator: 200,
  weight: 200,
  stratum: 200,
  urban: 200,
} as const

/** Figures of `rake_to_admin`. */
export const MAX_UNIT_FIGURES = 500

export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 50
