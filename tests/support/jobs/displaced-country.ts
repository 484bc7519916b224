import { reachInDegrees } from '#service/geometry/great-circle.ts'
import type { placesOfDisplaced } from '#service/domain/jobs/run-layer/displaced-clusters.ts'
import type { OpenBand } from '#service/domain/jobs/run-layer/open-bands.ts'
import type { Area } from '#service/geometry/point-in-polygon.ts'
import type { ClusterData } from '#service/modelling/folds/fold-types.ts'
import { expit } from '#service/modelling/likelihood/likelihood.ts'
import { logisticNormalMean } from '#service/modelling/likelihood/predictive.ts'
import { type Random, seededRandom } from '#service/modelling/numerics/random.ts'
import type { FittedModel } from '#service/modelling/model.ts'
import { spherePoints } from '#service/modelling/numerics/sphere.ts'
import { bufferSource } from '#service/raster/tiff/byte-source.ts'
import { cellOf, type Grid } from '#service/raster/grid.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { fieldAt } from '../../modelling/simulated-country.ts'

interface Shape {
  clusters: number
  /** Cells of 0.01° on each side of the country. */
  side: number
  seed: number
  /** Length scale of the rough covariate. */
  roughKm?: number
  /** Logits per standard deviation of the rough covariate. */
  slope?: number
  /** Correlation of the rough covariate with the density of people, as of night lights. */
  withPeople?: number
}

interface Coordinates {
  longitude: Float64Array
  latitude: Float64Array
}

export interface DisplacedCountry {
  grid: Grid
  centres: Coordinates
  rough: Float64Array
  smooth: Float64Array
  population: Float64Array
  /** Prevalence at the cells, the cluster effect integrated out. */
  truth: Float64Array
  units: { code: string; name: string; area: Area }[]
  clusters: { numerator: Float64Array; denominator: Float64Array; urban: Uint8Array }
  places: { true: Coordinates; displaced: Coordinates }
}

const CELL = 0.01
const [WEST, NORTH] = [5, 10]
/** Cells on each side of a unit. */
const UNIT = 50
const CLUSTER_SD = 0.3

/** As DHS does: uniform in direction and distance, up to 2 km in towns, 5 km in the country, 10 km for 1 % of these. */
function displace(longitude: number, latitude: number, urban: number, random: Random): [number, number] {
  const reach = urban ? 2 : random.uniform() < 0.01 ? 10 : 5
  const km = reach * random.uniform()
  const angle = 2 * Math.PI * random.uniform()
  const [perKmX, perKmY] = reachInDegrees(latitude, 1)
  return [longitude + km * perKmX * Math.cos(angle), latitude + km * perKmY * Math.sin(angle)]
}

/**
 * A survey of a square country with a covariate that varies within a few kilometres and one that does not; clusters are
 * where people live, and are displaced inside their unit.
 */
export function simulateDisplaced(shape: Shape): DisplacedCountry {
  const { clusters, side, seed, roughKm = 5, slope = 0.8, withPeople = 0 } = shape
  const random = seededRandom(seed, 39)
  const grid: Grid = { width: side, height: side, affine: [CELL, 0, WEST, 0, -CELL, NORTH], crs: 4326 }
  const cells = side * side
  const longitude = Float64Array.from({ length: cells }, (_, i) => WEST + CELL * ((i % side) + 0.5))
  const latitude = Float64Array.from({ length: cells }, (_, i) => NORTH - CELL * (Math.floor(i / side) + 0.5))
  const points = spherePoints(longitude, latitude)
  const field = (km: number) => fieldAt(points, km, 300, random)
  const [settled, own, smooth, spatial] = [field(8), field(roughKm), field(100), field(80)]
  const rough = own.map((value, i) => withPeople * settled[i] + Math.sqrt(1 - withPeople ** 2) * value)
  const population = settled.map((value) => Math.exp(4 + 1.2 * value))
  const eta = rough.map((value, i) => -0.8 + slope * value + 0.3 * smooth[i] + 0.5 * spatial[i])

  const upTo = new Float64Array(cells)
  population.reduce((sum, people, i) => (upTo[i] = sum + people), 0)
  const densest = population.toSorted()[Math.floor(0.93 * cells)]
  const many = () => new Float64Array(clusters)
  const numerator = many()
  const denominator = many()
  const urban = new Uint8Array(clusters)
  const places = {
    true: { longitude: many(), latitude: many() },
    displaced: { longitude: many(), latitude: many() },
  }
  const unitOf = (x: number, y: number) => {
    const cell = cellOf(grid, x, y)
    if (cell < 0) return -1
    return Math.floor(Math.floor(cell / side) / UNIT) * side + Math.floor((cell % side) / UNIT)
  }
  for (let i = 0; i < clusters; i++) {
    const person = random.uniform() * upTo[cells - 1]
    const home = upTo.findIndex((people) => people > person)
    const x = longitude[home] + CELL * 0.99 * (random.uniform() - 0.5)
    const y = latitude[home] + CELL * 0.99 * (random.uniform() - 0.5)
    urban[i] = population[home] > densest ? 1 : 0
    let to: [number, number]
    do to = displace(x, y, urban[i], random)
    while (unitOf(...to) !== unitOf(x, y))
    places.true.longitude[i] = x
    places.true.latitude[i] = y
    ;[places.displaced.longitude[i], places.displaced.latitude[i]] = to
    denominator[i] = 15 + random.below(20)
    const p = expit(eta[home] + CLUSTER_SD * random.normal())
    for (let trial = 0; trial < denominator[i]; trial++) if (random.uniform() < p) numerator[i]++
  }
  return {
    grid,
    centres: { longitude, latitude },
    rough,
    smooth,
    population,
    truth: eta.map((value) => logisticNormalMean(value, CLUSTER_SD)),
    units: squares(side),
    clusters: { numerator, denominator, urban },
    places,
  }
}

function squares(side: number): DisplacedCountry['units'] {
  const across = Math.ceil(side / UNIT)
  return Array.from({ length: across * across }, (_, i) => {
    const west = WEST + CELL * UNIT * (i % across)
    const north = NORTH - CELL * UNIT * Math.floor(i / across)
    const [east, south] = [west + CELL * UNIT, north - CELL * UNIT]
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    return { code: `U${i}`, name: `Unit ${i}`, area: { type: 'Polygon', coordinates: [ring] } }
  })
}

/** A raster of the country as an open band of a layer. */
export async function bandOf(
  { grid, ...country }: DisplacedCountry,
  name: 'rough' | 'smooth' | 'population',
): Promise<OpenBand> {
  const file = await openRaster(bufferSource(writeCog({ ...grid, values: Float32Array.from(country[name]) })))
  return { name, sha256: '', bandIndex: 1, file, stored: { key: '', size: 0, version: '', path: '' } }
}

/** What of a layer's task concerns its displaced clusters. */
export function layerOf({ units, places }: DisplacedCountry): Parameters<typeof placesOfDisplaced>[0] {
  const country = { place_type: 'adm1' as const, units }
  return { layer: { displacement: 'dhs', source: 'DHS' }, survey: places.displaced, country, admin: [] }
}

export function dataOf(
  { clusters: { numerator, denominator } }: DisplacedCountry,
  { longitude, latitude }: Coordinates,
  covariates: Float64Array[],
): ClusterData {
  return { longitude, latitude, numerator, denominator, covariates }
}

/** Logits per unit of the first covariate, whose values at the clusters were fitted. */
export function slopeOf(fit: FittedModel, [values]: Float64Array[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const sd = Math.hypot(...values.map((value) => value - mean)) / Math.sqrt(values.length - 1)
  return fit.describe().parameters.coefficients[0].mean / sd
}
