import type { z } from 'zod'
import { endpoints } from '../../../src/api/contract/endpoints.ts'
import { BASE_PATH, type Endpoint } from '../../../src/api/contract/endpoint.ts'
import { makeOpenApi } from '../../../service/http/docs/openapi.ts'
import { configuration, multipart } from '../../fixtures/configuration/send.ts'
import { pointsCsv } from '../../support/jobs/layer-fixture.ts'
import { comb } from '../../support/hostile-outlines.ts'

/** Records that the calls name. */
export interface Ids {
  job: number
  other: number
  band: number
  asset: number
  version: number
  survey: number
  submission: number
}

export interface DearCall {
  endpoint: Endpoint
  path: string
  headers: Record<string, string>
  body?: Buffer
}

const document = makeOpenApi(endpoints, { title: 'Strata', version: '1' })

/** Nothing has this id: what a call would end or remove stays. */
const NOTHING = '999999999'

const star = () => {
  const ring = Array.from({ length: 9999 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 9999
    const radius = i % 2 === 0 ? 80 : 79
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

/** For calls whose dearest input is not a list's longest page. */
const QUERIES: Record<string, (ids: Ids) => Record<string, string>> = {
  listStacItems: () => ({ limit: '1000' }),
  searchStac: () => ({ limit: '1000', filter: "title LIKE '%w%i%d%e%' OR source LIKE '%a%s%'" }),
  getPlaces: () => ({ tolerance: '0' }),
  getWmts: () => ({ request: 'GetCapabilities' }),
  findRecords: () => ({ words: 'wide test water layer' }),
  checkBands: ({ band }) => ({ band_id: String(band) }),
  getJobTile: () => ({ min: '0', max: '1' }),
  getJobDifferenceTile: () => ({ limit: '1' }),
  getBandTile: () => ({ min: '0', max: '1' }),
  getBandValue: () => ({ longitude: '2', latitude: '7' }),
  getJobValue: () => ({ longitude: '2', latitude: '7' }),
  getRasterDifference: ({ band, job }) => ({ one: `band-${band}`, other: `job-${job}-mean` }),
  getRasterDifferenceTile: ({ band, job }) => ({ one: `band-${band}`, other: `job-${job}-mean`, limit: '1' }),
  getRasterPercentiles: ({ band }) => ({ raster: `band-${band}` }),
  getRasterProfile: ({ band }) => ({ raster: `band-${band}`, line: '1,6;3,8', points: '500' }),
  downloadProduct: () => ({ ext: 'tif' }),
  linkProduct: () => ({ ext: 'tif' }),
}

const layers = () =>
  configuration(
    ...Array.from({ length: 500 }, (_, i) => ({
      iso3_code: 'TST',
      target: `water${i}`,
      source: 'SIM',
      source_wave: '2024',
      round: '1',
      stack_name: 'tst_basic',
      method: 'gp',
    })),
  )
const FILES: Record<
  string,
  () => [fields: Record<string, string>, file: [field: string, name: string, content: string | Buffer]]
> = {
  validateConfiguration: () => [{}, ['file', 'configuration.csv', layers()]],
  runFile: () => [{ title: 'Many' }, ['file', 'configuration.csv', layers()]],
  validatePlaceGroup: () => [
    { iso3_code: 'TST', place_type: 'adm1', version: 'x' },
    ['file', 'a.geojson', comb(3000)],
  ],
  importPlaceGroup: () => [
    { iso3_code: 'TST', place_type: 'adm1', version: 'x' },
    ['file', 'a.geojson', comb(3000)],
  ],
  importSurvey: () => [
    { iso3_code: 'TST', source: 'SIM', source_wave: '2024', target: 'water', dry_run: 'true' },
    ['file', 'points.csv', pointsCsv(5000)],
  ],
}
const BODIES: Record<string, (ids: Ids) => unknown> = {
  postStacSearch: () => ({ limit: 1000, intersects: star() }),
  runAgain: () => ({ title: 'Again' }),
  createView: () => ({ list: 'listJobs', name: 'x'.repeat(80), query: {} }),
}

function pathOf({ path, resource, method }: Endpoint, ids: Ids): string {
  const own = {
    jobs: ids.job,
    bands: ids.band,
    assets: ids.asset,
    'place-groups': ids.version,
    surveys: ids.survey,
    submissions: ids.submission,
    tilejson: path.startsWith('/raster') ? ids.band : ids.job,
  }[resource]
  const values: Record<string, string> = {
    id: method === 'GET' || path.endsWith('/run/{id}') ? String(own ?? 1) : NOTHING,
    other: String(ids.other),
    collection_id: 'bands',
    item_id: `band-${ids.band}`,
    layer_id: `band-${ids.band}`,
    tile_matrix_set_id: 'WebMercatorQuad',
    surface: 'mean',
    type: 'mean',
    part: 'cog',
    format: 'xlsx',
    version: '1',
    z: '5',
    x: '16',
    y: '15',
    job_key: `tst-water-sim-2024-r1-${ids.job}`,
  }
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? 'none')
}

const queryOf = ({ name, query }: Endpoint, ids: Ids) =>
  new URLSearchParams({
    ...(query?.shape.limit && query.shape.skip ? { limit: '1000' } : {}),
    ...(query?.shape.size ? { size: '1000' } : {}),
    ...(query?.shape.format && query.shape.describe ? { format: 'xlsx' } : {}),
    ...(query?.shape.field ? { field: String((query.shape.field as z.ZodEnum).options[0]) } : {}),
    ...QUERIES[name]?.(ids),
  }).toString()

/** Each call of the contract with the input that costs the service most; no lists of ids, which others hold. */
export function dearestCalls(ids: Ids): DearCall[] {
  return endpoints.map((endpoint) => {
    const query = queryOf(endpoint, ids)
    const path = BASE_PATH + pathOf(endpoint, ids) + (query === '' ? '' : `?${query}`)
    const { name, method, encoding = 'json' } = endpoint
    const file = FILES[name]?.()
    if (file) {
      const [fields, [field, fileName, content]] = file
      const { payload, headers } = multipart(fields, [{ field, name: fileName, content }])
      return { endpoint, path, headers, body: payload }
    }
    const operation = document.paths[endpoint.path][method.toLowerCase()]
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
    if (type === undefined || encoding === 'multipart' || encoding === 'bytes')
      return { endpoint, path, headers: {} }
    const example = BODIES[name]?.(ids) ?? content?.example ?? {}
    const body =
      encoding === 'form'
        ? new URLSearchParams(example as Record<string, string>).toString()
        : JSON.stringify(example)
    return { endpoint, path, headers: { 'content-type': type }, body: Buffer.from(body) }
  })
}
