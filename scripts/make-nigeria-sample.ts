/**
 * Generates samples/nigeria and samples/configuration.*:
 * node scripts/make-nigeria-sample.ts --shared <folder with data/admin and data/rasters> Running it twice gives the
 * same bytes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import { writeXlsx } from 'hucre'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { greatCircleKm } from '../service/geometry/great-circle.ts'
import { cellCentres, type Grid } from '../service/raster/grid.ts'
import { areaBounds, distanceToPolygonKm, ringsOf, type Area } from '../service/geometry/point-in-polygon.ts'
import { rasterise } from '../service/raster/grids/rasterise.ts'
import { readRaster } from '../service/raster/cells/read.ts'
import { resample } from '../service/raster/warp/resample.ts'
import { writeCog } from '../service/raster/cog/write-cog.ts'
import { CITIES } from './nigeria-cities.ts'
import { CONFIGURATION, MANIFEST, README } from './nigeria-texts.ts'
import {
  cellKm2,
  loadWorld,
  randomField,
  round,
  seededRandom,
  simulate,
  toSphere,
} from './nigeria-simulation.ts'

const CELLS_PER_DEGREE = 24
/** Cells this far outside the outline keep their covariates, for clusters near borders and coasts. */
const MARGIN_KM = 5
const PEOPLE = 200_000_000

const { values: options } = parseArgs({
  options: { shared: { type: 'string' }, samples: { type: 'string', default: 'samples' } },
})
if (!options.shared) throw new Error('Say where the data are: --shared FOLDER')
const samples = options.samples
const folder = join(samples, 'nigeria')
await mkdir(folder, { recursive: true })

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as unknown
const country = (await readJson(join(options.shared, 'data/admin/ne10m_adm0_NGA.geojson'))) as Feature<Area>
const states = (await readJson(
  join(options.shared, 'data/admin/ne10m_adm1_NGA.geojson'),
)) as FeatureCollection<Area>
const relief = await readRaster(join(options.shared, 'data/rasters/etopo5_africa_i16.tif'))

const adm0 = collection([{ code: 'NGA', name: 'Nigeria', geometry: country.geometry }])
const adm1 = collection(
  states.features
    .map(({ properties, geometry }) => ({
      code: String(properties?.iso_3166_2),
      name: String(properties?.name).replace(/ State$/, ''),
      parent: 'NGA',
      geometry,
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1)),
)
await save('adm0.geojson', JSON.stringify(adm0))
await save('adm1.geojson', JSON.stringify(adm1))

const areas = [country.geometry, ...states.features.map((state) => state.geometry)]
const grid = gridOver(areas)
const centres = cellCentres(grid)
const units = rasterise(
  grid,
  adm1.features.map((state) => state.geometry),
)
const valid = Array.from(
  units,
  (unit, i) => unit >= 0 || areas.some((area) => near(area, centres.x[i], centres.y[i])),
)

await saveBand(
  'nga_elevation',
  'Elevation above sea level, metres',
  1,
  resample(relief.info, relief.values, grid, 'bilinear'),
)
await saveBand(
  'nga_ruggedness',
  'Terrain ruggedness index, ln(1 + metres)',
  3,
  resample(relief.info, ruggedness(relief.info, relief.values), grid, 'bilinear').map(Math.log1p),
)
await saveBand('nga_coast_distance', 'Distance to the coast, kilometres', 1, await coastDistance())
await saveBand(
  'nga_city_distance',
  'Distance to the nearest large town, ln(1 + kilometres)',
  3,
  centres.x.map((lon, i) =>
    Math.log1p(Math.min(...CITIES.map(([, x, y]) => greatCircleKm(lon, centres.y[i], x, y)))),
  ),
)
await saveBand('nga_population', 'Simulated population, people a cell', 0, people())

const { clusters, truth } = simulate(await loadWorld(folder), 1)
const columns = Object.keys(clusters[0]) as (keyof (typeof clusters)[0])[]
await save(
  'survey.csv',
  `${[columns.join(','), ...clusters.map((c) => columns.map((k) => c[k]).join(','))].join('\n')}\n`,
)
await save('truth.json', `${JSON.stringify(truth, null, 1)}\n`)
await save('manifest.json', `${JSON.stringify(MANIFEST, null, 2)}\n`)
await save('README.md', README)
const keys = Object.keys(CONFIGURATION)
await writeFile(
  join(samples, 'configuration.csv'),
  `${keys.join(',')}\n${Object.values(CONFIGURATION).join(',')}\n`,
)
await writeFile(join(samples, 'configuration.json'), `${JSON.stringify([CONFIGURATION], null, 2)}\n`)
const sheet = { name: 'layers', rows: [keys, Object.values(CONFIGURATION)] }
const stamp = new Date('2026-01-01T00:00:00Z')
const workbook = await writeXlsx({ sheets: [sheet], properties: { created: stamp, modified: stamp } })
await writeFile(join(samples, 'configuration.xlsx'), workbook)

function save(name: string, text: string | Buffer): Promise<void> {
  return writeFile(join(folder, name), text)
}

function collection(
  units: { code: string; name: string; parent?: string; geometry: Area }[],
): FeatureCollection<Area> {
  return {
    type: 'FeatureCollection',
    features: units.map(({ geometry, ...properties }) => ({ type: 'Feature', properties, geometry })),
  }
}

function gridOver(all: Area[]): Grid {
  const bounds = all.map(areaBounds)
  const west = Math.floor(Math.min(...bounds.map((b) => b[0])) * CELLS_PER_DEGREE)
  const south = Math.floor(Math.min(...bounds.map((b) => b[1])) * CELLS_PER_DEGREE)
  const east = Math.ceil(Math.max(...bounds.map((b) => b[2])) * CELLS_PER_DEGREE)
  const north = Math.ceil(Math.max(...bounds.map((b) => b[3])) * CELLS_PER_DEGREE)
  const cell = 1 / CELLS_PER_DEGREE
  return {
    width: east - west,
    height: north - south,
    affine: [cell, 0, west / CELLS_PER_DEGREE, 0, -cell, north / CELLS_PER_DEGREE],
    crs: 4326,
  }
}

function near(area: Area, lon: number, lat: number): boolean {
  const [west, south, east, north] = areaBounds(area)
  const slack = MARGIN_KM / 100
  const outside = lon < west - slack || lat < south - slack || lon > east + slack || lat > north + slack
  return !outside && distanceToPolygonKm(area, lon, lat) <= MARGIN_KM
}

async function saveBand(
  name: string,
  description: string,
  digits: number,
  values: Float64Array,
): Promise<void> {
  const kept = values.map((value, i) => (valid[i] ? round(value, digits) : Number.NaN))
  await save(`${name}.tif`, writeCog({ ...grid, values: kept }, { description, level: 9 }))
}

/** Riley, DeGloria and Elliot (1999): square root of the summed squared differences from the eight neighbours. */
function ruggedness({ width, height }: Grid, values: ArrayLike<number>): Float64Array {
  const out = new Float64Array(width * height)
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const i = row * width + column
      let sum = 0
      for (const step of [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]) {
        // The sea counts as level ground, so that the shelf does not make a coast rugged.
        sum += (Math.max(0, values[i]) - Math.max(0, values[i + step])) ** 2
      }
      out[i] = Math.sqrt(sum)
    }
  }
  return out
}

async function coastDistance(): Promise<Float64Array> {
  const path = createRequire(import.meta.url).resolve('world-atlas/land-50m.json')
  const topology = (await readJson(path)) as Topology<{ land: GeometryCollection }>
  const land = feature(topology, topology.objects.land).features as Feature<Polygon | MultiPolygon>[]
  const coast: [number, number, number][] = []
  for (const ring of land.flatMap((part) => ringsOf(part.geometry))) {
    for (let i = 1; i < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]]
      if (Math.min(x1, x2) < -6 || Math.max(x1, x2) > 16 || Math.min(y1, y2) < -5 || Math.max(y1, y2) > 8)
        continue
      const steps = Math.ceil(greatCircleKm(x1, y1, x2, y2))
      for (let k = 0; k < steps; k++)
        coast.push(toSphere(x1 + ((x2 - x1) * k) / steps, y1 + ((y2 - y1) * k) / steps))
    }
  }
  return centres.x.map((lon, i) => {
    const [x, y, z] = toSphere(lon, centres.y[i])
    let best = Number.POSITIVE_INFINITY
    for (const [cx, cy, cz] of coast) best = Math.min(best, (x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2)
    return Math.sqrt(best)
  })
}

/**
 * Rural areas with a smooth random field, towns fading with distance, scaled to a round total; 0 outside the states.
 */
function people(): Float64Array {
  const noise = randomField(seededRandom(20), 0.7, 70, 1500)
  const density = centres.x.map((lon, i) => {
    if (units[i] < 0) return 0
    const lat = centres.y[i]
    let sum = 70 * Math.exp(noise(lon, lat))
    for (const [, x, y, thousands] of CITIES) {
      const reach = 3 + 2 * Math.log10(thousands)
      sum +=
        ((thousands * 1000) / (2 * Math.PI * reach ** 2)) * Math.exp(-greatCircleKm(lon, lat, x, y) / reach)
    }
    return sum * cellKm2(grid, lat)
  })
  const total = density.reduce((sum, value) => sum + value, 0)
  return density.map((value) => (value * PEOPLE) / total)
}
