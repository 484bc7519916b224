const NOTE =
  '600 simulated clusters, drawn by a seeded script from a known truth (truth.json). They describe no real people.'

const SURVEY = {
  source: 'SIM',
  source_wave: 'simulated',
  source_date: '2025-01-01',
  round: '1',
  target: 'water',
}

const LAYER = {
  iso3_code: 'NGA',
  ...SURVEY,
  data_description: 'Households with safe water (simulated)',
  stack_name: 'nga_basic',
  adm_levels: '1',
  method: 'gp',
  folds: 10,
  draws: 500,
  seed: 1,
}

/** One layer as a person would submit it for the Nigerian sample. */
export const CONFIGURATION = { ...LAYER, tags: 'sample' }

export const MANIFEST = {
  title: 'Nigeria: safe water, simulated',
  licence: 'Outlines and relief: public domain. Population, survey and everything derived here: CC0-1.0.',
  sources: [
    {
      name: 'Natural Earth, 1:10m admin 0 and admin 1',
      licence: 'public domain',
      url: 'https://www.naturalearthdata.com',
    },
    {
      name: 'NOAA ETOPO5, relief at 5 arc-minutes',
      licence: 'public domain',
      url: 'https://www.ngdc.noaa.gov/mgg/global/etopo5.HTML',
    },
    { name: 'Population and survey simulated by scripts/make-nigeria-sample.ts', licence: 'CC0-1.0' },
  ],
  iso3_code: 'NGA',
  place_groups: [
    {
      place_type: 'adm0',
      version: 'natural-earth',
      default: true,
      file: 'adm0.geojson',
      name: 'name',
      code: 'code',
    },
    {
      place_type: 'adm1',
      version: 'natural-earth',
      default: true,
      file: 'adm1.geojson',
      name: 'name',
      code: 'code',
      parent: 'parent',
    },
  ],
  bands: [
    { name: 'nga_elevation', description: 'Elevation above sea level', unit: 'm', file: 'nga_elevation.tif' },
    {
      name: 'nga_ruggedness',
      description: 'Terrain ruggedness index',
      unit: 'ln(1 + m)',
      file: 'nga_ruggedness.tif',
    },
    {
      name: 'nga_coast_distance',
      description: 'Distance to the coast',
      unit: 'km',
      file: 'nga_coast_distance.tif',
    },
    {
      name: 'nga_city_distance',
      description: 'Distance to the nearest large town',
      unit: 'ln(1 + km)',
      file: 'nga_city_distance.tif',
    },
    {
      name: 'nga_population',
      description: 'Population (simulated)',
      unit: 'people',
      file: 'nga_population.tif',
    },
  ],
  collections: [
    {
      name: 'nga_basic',
      bands: ['nga_elevation', 'nga_ruggedness', 'nga_coast_distance', 'nga_city_distance'],
      population_band: 'nga_population',
    },
  ],
  surveys: [
    {
      ...SURVEY,
      displacement: 'none',
      simulated: true,
      note: NOTE,
      file: 'survey.csv',
      columns: {
        cluster: 'cluster',
        longitude: 'longitude',
        latitude: 'latitude',
        numerator: 'numerator',
        denominator: 'denominator',
        weight: 'weight',
        stratum: 'stratum',
        urban: 'urban',
      },
    },
  ],
  submissions: [{ title: 'Nigeria: safe water, simulated', layers: [LAYER] }],
}

export const README = `# Nigeria, a sample

**The survey is simulated.** ${NOTE}

| file | what | source, licence |
|---|---|---|
| \`adm0.geojson\`, \`adm1.geojson\` | outline and 37 states | Natural Earth 1:10m, public domain |
| \`nga_elevation.tif\` | relief at 2.5 arc-minutes (bilinear), metres | NOAA ETOPO5, public domain |
| \`nga_ruggedness.tif\` | terrain ruggedness index of ETOPO5, ln(1 + m) | derived, public domain |
| \`nga_coast_distance.tif\` | kilometres to the coast of Natural Earth 1:50m | derived, public domain |
| \`nga_city_distance.tif\` | distance to the nearest of 40 large towns, ln(1 + km) | derived, CC0-1.0 |
| \`nga_population.tif\` | **simulated** people per cell, 200 million in all; never use it as a census | CC0-1.0 |
| \`survey.csv\` | **simulated** survey, \`weight\` and \`stratum\` (state) included | CC0-1.0 |
| \`truth.json\` | the parameters behind the survey and the true state means | CC0-1.0 |
| \`manifest.json\` | what \`npm run load -- samples/nigeria\` loads | |

All rasters are Cloud-Optimized GeoTIFFs on one grid (EPSG:4326, nodata −9999), valid to 5 km beyond the outline.

Made by \`node scripts/make-nigeria-sample.ts --shared FOLDER\`; running it again gives the same bytes. Borders are those of
Natural Earth and express no opinion.
`
