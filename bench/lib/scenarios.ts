import { expit } from '../../service/modelling/likelihood/likelihood.ts'
import { logisticNormalMean } from '../../service/modelling/likelihood/predictive.ts'
import { type Random, seededRandom } from '../../service/modelling/numerics/random.ts'
import { spherePoints } from '../../service/modelling/numerics/sphere.ts'
import type { LayerInput } from '../../service/modelling/layer-types.ts'
import { fieldAt } from '../../tests/modelling/simulated-country.ts'

const COLUMNS = 44
const ROWS = 34
const CELLS = COLUMNS * ROWS
/** Share of the population that lives in urban cells. */
const URBAN_SHARE = 0.3

/** What a scenario knows at every cell and cluster before it determines the truth there. */
interface Ground {
  longitude: Float64Array
  latitude: Float64Array
  relief: Float64Array
  logRemoteness: Float64Array
  /** Standard normal Matérn field with a length scale of 120 km. */
  spatial: Float64Array
  urban: Uint8Array
  field: (lengthScaleKm: number, stretch?: number) => Float64Array
}

export interface Scenario {
  name: string
  clusters?: number
  /** Admin units of the first level; the default is 25. */
  units?: number
  /** False for a survey that gives no weights. */
  weights?: boolean
  /** Urban share of the people, as a layer gives it. */
  urbanShare?: number
  clusterSd?: number
  intercept?: number
  spatialSd?: number
  /** Share of clusters where nobody can be affected. */
  excessZeros?: number
  /** Clusters share sites in groups of this size. */
  ties?: number
  /** Logit at every point; the default is linear in the covariates, plus the spatial field. */
  eta?: (ground: Ground, usual: (point: number) => number) => (point: number) => number
  /** Relative probability that a cell is sampled; the default is 1. */
  chance?: (ground: Ground, eta: (point: number) => number, cell: number) => number
}

/** Prevalence is lower in towns, where a cell is twelve times as likely to be sampled. */
const RURAL: Scenario['eta'] =
  ({ urban }, usual) =>
  (i) =>
    usual(i) - 0.9 * urban[i]
const OVERSAMPLING: Scenario['chance'] = ({ urban }, _, cell) => (urban[cell] ? 12 : 1)

/** Prevalence is higher in towns, where a cell is forty times as likely to be sampled. */
const TOWNS: Pick<Scenario, 'eta' | 'chance'> = {
  eta:
    ({ urban }, usual) =>
    (i) =>
      usual(i) + 0.9 * urban[i],
  chance: ({ urban }, _, cell) => (urban[cell] ? 40 : 1),
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'well specified' },
  {
    name: 'thresholds and interactions',
    eta:
      ({ relief, logRemoteness, spatial }) =>
      (i) =>
        -1 +
        (logRemoteness[i] > 0.5 ? 1.2 : 0) +
        (relief[i] > 0 ? 0.5 * Math.max(logRemoteness[i], -1) : 0) +
        0.3 * spatial[i],
  },
  {
    name: 'non-stationary, short range',
    eta: ({ field, longitude }) => {
      const short = field(30)
      return (i) => -0.6 + (longitude[i] > 8.5 ? 1 : 0.25) * short[i]
    },
  },
  { name: 'over-dispersed, excess zeros', excessZeros: 0.25, clusterSd: 0.8 },
  { name: 'rare (0.5 %)', intercept: -5.8, clusterSd: 0.8 },
  { name: 'common (99 %)', intercept: 5, clusterSd: 0.5 },
  { name: '60 clusters', clusters: 60 },
  { name: '150 clusters', clusters: 150 },
  { name: '500 clusters', clusters: 500 },
  {
    name: 'preferential sampling',
    chance: (_, eta, cell) => Math.exp(1.2 * eta(cell)),
  },
  {
    name: 'urban oversampling',
    eta: RURAL,
    chance: OVERSAMPLING,
  },
  { name: 'towns oversampled, no weights', weights: false, ...TOWNS },
  { name: 'towns oversampled, no weights, urban share', weights: false, urbanShare: URBAN_SHARE, ...TOWNS },
  { name: 'small units', units: 100 },
  {
    name: 'region of exact zeros',
    eta:
      ({ longitude }, usual) =>
      (i) =>
        longitude[i] < 6 ? -Infinity : usual(i),
  },
  { name: 'ties', ties: 4 },
  {
    name: 'anisotropy',
    eta: ({ field, relief }) => {
      const stretched = field(60, 4)
      return (i) => -0.6 + 0.3 * relief[i] + 0.7 * stretched[i]
    },
  },
  { name: 'cluster sd 1.2', clusterSd: 1.2 },
]

export interface Simulated {
  input: LayerInput
  /** True prevalence at the cells: the cluster effect integrated out. */
  truth: Float64Array
  /** Population-weighted means of the units, the nation last. */
  unitTruth: Float64Array
}

/** Scaling the chord in one direction makes the field vary more slowly from west to east. */
function stretched(longitude: Float64Array, latitude: Float64Array, factor: number): Float64Array {
  const middle = 8.5
  return spherePoints(
    longitude.map((x) => middle + (x - middle) / factor),
    latitude,
  )
}

function draw(chances: Float64Array, random: Random): number {
  const total = chances.reduce((sum, chance) => sum + chance, 0)
  let left = random.uniform() * total
  for (let i = 0; i < chances.length; i++) if ((left -= chances[i]) < 0) return i
  return chances.length - 1
}

/**
 * One survey of a synthetic country of 44 × 34 cells with known truth; the same scenario and seed give the same data.
 */
export function simulateScenario(scenario: Scenario, seed: number): Simulated {
  const random = seededRandom(seed, 21)
  const count = scenario.clusters ?? 250
  const longitude = new Float64Array(CELLS)
  const latitude = new Float64Array(CELLS)
  for (let cell = 0; cell < CELLS; cell++) {
    longitude[cell] = 3 + (11 * ((cell % COLUMNS) + 0.5)) / COLUMNS
    latitude[cell] = 13.5 - (9 * (Math.floor(cell / COLUMNS) + 0.5)) / ROWS
  }
  // Clusters lie at the centres of cells, so that every property of the cell also applies to the cluster.
  const points = spherePoints(longitude, latitude)
  const field = (lengthScaleKm: number, stretch = 1) =>
    fieldAt(stretch === 1 ? points : stretched(longitude, latitude, stretch), lengthScaleKm, 800, random)
  const relief = field(250)
  const logRemoteness = field(80)
  const population = field(60).map((value) => Math.exp(6 + 1.2 * value))
  const spatial = field(120)
  const people = population.reduce((sum, value) => sum + value, 0)
  const urban = new Uint8Array(CELLS)
  let inTowns = 0
  for (const cell of [...population.keys()].toSorted((a, b) => population[b] - population[a])) {
    if (inTowns >= URBAN_SHARE * people) break
    urban[cell] = 1
    inTowns += population[cell]
  }
  const ground: Ground = { longitude, latitude, relief, logRemoteness, spatial, urban, field }
  const usual = (i: number) =>
    (scenario.intercept ?? -0.6) +
    0.3 * relief[i] +
    0.25 * logRemoteness[i] +
    (scenario.spatialSd ?? 0.5) * spatial[i]
  const eta = scenario.eta?.(ground, usual) ?? usual
  const clusterSd = scenario.clusterSd ?? 0.3
  const excess = scenario.excessZeros ?? 0
  const truth = longitude.map((_, i) =>
    eta(i) === -Infinity ? 0 : (1 - excess) * logisticNormalMean(eta(i), clusterSd),
  )

  const chances = longitude.map((_, i) => scenario.chance?.(ground, eta, i) ?? 1)
  const home = new Int32Array(count)
  for (let i = 0; i < count; i++)
    home[i] = scenario.ties && i % scenario.ties > 0 ? home[i - 1] : draw(chances, random)
  const denominator = new Float64Array(count)
  const numerator = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    denominator[i] = 15 + random.below(20)
    const affected = random.uniform() >= excess
    const p = affected ? expit(eta(home[i]) + clusterSd * random.normal()) : 0
    for (let trial = 0; trial < denominator[i]; trial++) if (random.uniform() < p) numerator[i]++
  }

  const units = scenario.units ?? 25
  const seats = Int32Array.from({ length: units }, () => random.below(CELLS))
  const unit = longitude.map((x, cell) => {
    const distances = [...seats].map(
      (seat) => (x - longitude[seat]) ** 2 + (latitude[cell] - latitude[seat]) ** 2,
    )
    return distances.indexOf(Math.min(...distances))
  })
  const cellUnit = Int32Array.from(unit)
  const unitTruth = new Float64Array(units + 1)
  const unitPeople = new Float64Array(units + 1)
  for (let cell = 0; cell < CELLS; cell++)
    for (const at of [unit[cell], units]) {
      unitTruth[at] += population[cell] * truth[cell]
      unitPeople[at] += population[cell]
    }
  const at = (values: Float64Array) => Float64Array.from(home, (cell) => values[cell])
  // Deep in a town or far from one, a household represents as many people as its cluster's sampling probability
  // implies.
  const weight =
    scenario.weights === false
      ? new Float64Array(count).fill(1)
      : at(population.map((value, cell) => value / chances[cell]))
  return {
    input: {
      clusters: {
        id: Array.from(home, (_, index) => `c${index + 1}`),
        longitude: at(longitude),
        latitude: at(latitude),
        numerator,
        denominator,
        weight,
        stratum: Array.from(home, (cell) => (urban[cell] ? 'urban' : 'rural')),
        urban: Uint8Array.from(home, (cell) => urban[cell]),
      },
      covariateNames: ['relief', 'remoteness'],
      covariatesAtClusters: [at(relief), at(logRemoteness.map((value) => Math.exp(3 + value)))],
      cells: {
        longitude,
        latitude,
        covariates: [relief, logRemoteness.map((value) => Math.exp(3 + value))],
        population,
      },
      admin: [
        { level: 1, unitCount: units, cellUnit, clusterUnit: home.map((cell) => cellUnit[cell]) },
        { level: 2, unitCount: 1, cellUnit: new Int32Array(CELLS), clusterUnit: new Int32Array(count) },
      ],
    },
    truth,
    unitTruth: unitTruth.map((sum, index) => sum / unitPeople[index]),
  }
}
