import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FeatureCollection } from 'geojson'
import { cellCentres, edgeAt, type Grid } from '../service/raster/grid.ts'
import { inPolygon, type Area } from '../service/geometry/point-in-polygon.ts'
import { rasterise } from '../service/raster/grids/rasterise.ts'
import { readRaster } from '../service/raster/cells/read.ts'
import { EARTH_RADIUS_KM } from '../service/geometry/great-circle.ts'

interface State {
  code: string
  name: string
  area: Area
}

/** The input of a simulated survey: the sample's own files. */
export interface World {
  grid: Grid
  covariates: { name: string; values: ArrayLike<number> }[]
  population: ArrayLike<number>
  /** State of each cell by its centre, −1 outside. */
  units: Int32Array
  states: State[]
  country: Area
}

interface Cluster {
  cluster: number
  longitude: number
  latitude: number
  numerator: number
  denominator: number
  urban: 0 | 1
  stratum: string
  weight: number
}

interface StateTruth {
  code: string
  name: string
  clusters: number
  population: number
  /** Σ pop·expit(eta) / Σ pop over the state's cells, eta without the cluster effect: the mean of the surface. */
  mean: number
  /** The same with expit averaged over the cluster effect: the target of a design-based estimate. */
  mean_with_cluster_effect: number
}

export interface Truth {
  seed: number
  equation: string
  intercept: number
  coefficients: Record<string, number>
  standardisation: Record<string, { mean: number; sd: number }>
  field: { covariance: string; sd: number; range_km: number; features: number }
  cluster_sd: number
  mean: number
  mean_with_cluster_effect: number
  states: StateTruth[]
}

const INTERCEPT = 0.35
const COEFFICIENTS: Record<string, number> = {
  nga_city_distance: -0.55,
  nga_coast_distance: -0.4,
  nga_elevation: 0.2,
  nga_ruggedness: -0.15,
}
const FIELD = { sd: 0.6, rangeKm: 90, features: 2000 }
const CLUSTER_SD = 0.4
const CLUSTERS = 600
const LEAST_PER_STATE = 10
const URBAN_PER_KM2 = 1000

export async function loadWorld(folder: string): Promise<World> {
  const json = async (name: string) =>
    JSON.parse(await readFile(join(folder, name), 'utf8')) as FeatureCollection
  const adm1 = await json('adm1.geojson')
  const adm0 = await json('adm0.geojson')
  const states = adm1.features.map(({ properties, geometry }) => ({
    code: String(properties?.code),
    name: String(properties?.name),
    area: geometry as Area,
  }))
  const names = Object.keys(COEFFICIENTS)
  const rasters = await Promise.all(
    [...names, 'nga_population'].map((name) => readRaster(join(folder, `${name}.tif`))),
  )
  const { width, height, affine, crs } = rasters[0].info
  const grid = { width, height, affine, crs }
  return {
    grid,
    covariates: names.map((name, i) => ({ name, values: rasters[i].values })),
    population: rasters[names.length].values,
    units: rasterise(
      grid,
      states.map((state) => state.area),
    ),
    states,
    country: adm0.features[0].geometry as Area,
  }
}

/** Draws a field, a survey and the state means behind it. The same world and seed give the same numbers. */
export function simulate(world: World, seed: number): { clusters: Cluster[]; truth: Truth } {
  const random = seededRandom(seed)
  const { units, population, states } = world
  const field = randomField(random, FIELD.sd, FIELD.rangeKm, FIELD.features)
  const standardisation: Truth['standardisation'] = {}
  const linear = new Float64Array(units.length).fill(INTERCEPT)
  for (const { name, values } of world.covariates) {
    const inside = Array.from(units.keys()).filter((cell) => units[cell] >= 0)
    const mean = inside.reduce((sum, cell) => sum + values[cell], 0) / inside.length
    const sd = Math.sqrt(inside.reduce((sum, cell) => sum + (values[cell] - mean) ** 2, 0) / inside.length)
    standardisation[name] = { mean, sd }
    for (const cell of inside) linear[cell] += (COEFFICIENTS[name] * (values[cell] - mean)) / sd
  }
  const sums = states.map(() => ({ population: 0, plain: 0, averaged: 0 }))
  const { x, y } = cellCentres(world.grid)
  for (let cell = 0; cell < units.length; cell++) {
    if (units[cell] < 0) continue
    const eta = linear[cell] + field(x[cell], y[cell])
    const sum = sums[units[cell]]
    sum.population += population[cell]
    sum.plain += population[cell] * expit(eta)
    sum.averaged += population[cell] * averagedExpit(eta, CLUSTER_SD)
  }
  const perState = allocate(sums.map((sum) => sum.population))
  const total = sums.reduce((sum, state) => sum + state.population, 0)
  const clusters: Cluster[] = []
  states.forEach((state, unit) => {
    const draw = drawCells(world, unit, random)
    for (let k = 0; k < perState[unit]; k++) {
      const { cell, lon, lat } = draw()
      const eta = linear[cell] + field(lon, lat) + CLUSTER_SD * random.normal()
      const denominator = 12 + Math.floor(random.uniform() * 17)
      let numerator = 0
      for (let i = 0; i < denominator; i++) if (random.uniform() < expit(eta)) numerator++
      clusters.push({
        cluster: clusters.length + 1,
        longitude: lon,
        latitude: lat,
        numerator,
        denominator,
        urban: population[cell] / cellKm2(world.grid, lat) >= URBAN_PER_KM2 ? 1 : 0,
        stratum: state.code,
        weight: round(((sums[unit].population / total) * CLUSTERS) / perState[unit], 4),
      })
    }
  })
  const over = (key: 'plain' | 'averaged') =>
    round(sums.reduce((sum, state) => sum + state[key], 0) / total, 6)
  return {
    clusters,
    truth: {
      seed,
      equation:
        'numerator ~ Binomial(denominator, expit(intercept + sum of coefficient * (band - mean) / sd + g(s) + e)), e ~ N(0, cluster_sd^2), g Gaussian with covariance sd^2 (1 + sqrt(3) d / range_km) exp(-sqrt(3) d / range_km)',
      intercept: INTERCEPT,
      coefficients: COEFFICIENTS,
      standardisation,
      field: { covariance: 'matern 3/2', sd: FIELD.sd, range_km: FIELD.rangeKm, features: FIELD.features },
      cluster_sd: CLUSTER_SD,
      mean: over('plain'),
      mean_with_cluster_effect: over('averaged'),
      states: states.map(({ code, name }, unit) => ({
        code,
        name,
        clusters: perState[unit],
        population: Math.round(sums[unit].population),
        mean: round(sums[unit].plain / sums[unit].population, 6),
        mean_with_cluster_effect: round(sums[unit].averaged / sums[unit].population, 6),
      })),
    },
  }
}

/** Clusters per state: a minimum each, the rest by population, largest remainders first. */
function allocate(population: number[]): number[] {
  const total = population.reduce((sum, p) => sum + p, 0)
  const spare = CLUSTERS - LEAST_PER_STATE * population.length
  const shares = population.map((p) => (spare * p) / total)
  const counts = shares.map((share) => LEAST_PER_STATE + Math.floor(share))
  const left = CLUSTERS - counts.reduce((sum, n) => sum + n, 0)
  const order = shares
    .map((share, i) => ({ i, rest: share % 1 }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i)
  for (const { i } of order.slice(0, left)) counts[i]++
  return counts
}

/**
 * Cells drawn in proportion to population, then a uniform place in the cell, redrawn until inside state and country.
 */
function drawCells(world: World, unit: number, random: Random) {
  const cells = Array.from(world.units.keys()).filter(
    (cell) => world.units[cell] === unit && world.population[cell] > 0,
  )
  const cumulative = new Float64Array(cells.length)
  cells.reduce((sum, cell, i) => (cumulative[i] = sum + world.population[cell]), 0)
  return () => {
    for (;;) {
      const at = random.uniform() * cumulative[cells.length - 1]
      const cell = cells[cumulative.findIndex((sum) => sum > at)]
      const row = Math.floor(cell / world.grid.width)
      const [x, y] = edgeAt(
        world.grid,
        (cell % world.grid.width) + 0.02 + 0.96 * random.uniform(),
        row + 0.02 + 0.96 * random.uniform(),
      )
      const [lon, lat] = [round(x, 5), round(y, 5)]
      if (inPolygon(world.states[unit].area, lon, lat) && inPolygon(world.country, lon, lat))
        return { cell, lon, lat }
    }
  }
}

export function cellKm2({ affine }: Grid, lat: number): number {
  const degree = (Math.PI * EARTH_RADIUS_KM) / 180
  return affine[0] * -affine[4] * degree * degree * Math.cos((lat * Math.PI) / 180)
}

interface Random {
  uniform(): number
  normal(): number
}

/** sfc32 (C. Doty-Humphrey), warmed up by 15 rounds; normals by Box and Muller. */
export function seededRandom(seed: number): Random {
  let a = seed | 0
  let b = 0x9e3779b9 | 0
  let c = 0x243f6a88 | 0
  let counter = 1
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 15; i++) next()
  const uniform = () => (next() + 0.5) / 2 ** 32
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()) }
}

/**
 * A Gaussian field with Matérn-3/2 covariance over chordal distance (within 0.2 % of great-circle below 1,500 km), by
 * random Fourier features (Rahimi and Recht 2007): g(s) = sd·√(2/m) Σ cos(ω·s + φ), ω = z / (ρ √(χ²₃ / 3)).
 */
export function randomField(random: Random, sd: number, rangeKm: number, features: number) {
  const omega = new Float64Array(features * 3)
  const phase = new Float64Array(features)
  for (let k = 0; k < features; k++) {
    const chi = random.normal() ** 2 + random.normal() ** 2 + random.normal() ** 2
    for (let axis = 0; axis < 3; axis++)
      omega[k * 3 + axis] = random.normal() / (rangeKm * Math.sqrt(chi / 3))
    phase[k] = 2 * Math.PI * random.uniform()
  }
  const scale = sd * Math.sqrt(2 / features)
  return (lon: number, lat: number) => {
    const [x, y, z] = toSphere(lon, lat)
    let sum = 0
    for (let k = 0; k < features; k++) {
      sum += Math.cos(omega[k * 3] * x + omega[k * 3 + 1] * y + omega[k * 3 + 2] * z + phase[k])
    }
    return scale * sum
  }
}

/** Distance in kilometres from the sphere's centre. */
export function toSphere(lon: number, lat: number): [number, number, number] {
  const lambda = (lon * Math.PI) / 180
  const phi = (lat * Math.PI) / 180
  return [
    EARTH_RADIUS_KM * Math.cos(phi) * Math.cos(lambda),
    EARTH_RADIUS_KM * Math.cos(phi) * Math.sin(lambda),
    EARTH_RADIUS_KM * Math.sin(phi),
  ]
}

const expit = (eta: number) => 1 / (1 + Math.exp(-eta))

/** Mean of expit over N(eta, sd²) by the three-point Gauss–Hermite rule, exact to 1e-4 for sd ≤ 0.5. */
function averagedExpit(eta: number, sd: number): number {
  const reach = sd * Math.sqrt(3)
  return (4 * expit(eta) + expit(eta - reach) + expit(eta + reach)) / 6
}

export const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
