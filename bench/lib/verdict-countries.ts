import { expit } from '../../service/modelling/likelihood/likelihood.ts'
import { logisticNormalMean } from '../../service/modelling/likelihood/predictive.ts'
import { type Random, seededRandom } from '../../service/modelling/numerics/random.ts'
import { spherePoints } from '../../service/modelling/numerics/sphere.ts'
import type { LayerInput } from '../../service/modelling/layer-types.ts'
import { fieldAt } from '../../tests/modelling/simulated-country.ts'

const COLUMNS = 44
const ROWS = 34
const CELLS = COLUMNS * ROWS

export interface VerdictCountry {
  input: LayerInput
  /** True prevalence of the cells, the cluster effect integrated out. */
  truth: Float64Array
  /** Population-weighted means, by level. */
  unitTruth: Record<0 | 1 | 2, Float64Array>
}

const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)]

/**
 * A country with districts in regions, and a survey of it. The seed draws how informative the survey is: clusters, the
 * strength and range of the surface, the effect of covariates (a quarter of the countries has useless ones), the cluster
 * effect, the level of prevalence, the numbers of units, and whether a part of the country was hardly sampled.
 */
export function simulateVerdictCountry(seed: number): VerdictCountry {
  const design = seededRandom(seed, 78)
  const clusters = pick(design, [60, 100, 150, 250, 350])
  const spatialSd = pick(design, [0.1, 0.3, 0.5, 0.8])
  const effect = pick(design, [0, 1, 2])
  const rangeKm = pick(design, [40, 80, 150])
  const clusterSd = pick(design, [0.2, 0.5, 0.9])
  const intercept = pick(design, [-3.5, -2, -0.6, 0.5, 2])
  const regions = pick(design, [8, 12, 20])
  const districts = pick(design, [40, 77, 120])
  const hasGap = design.below(6) === 0
  const hasUselessCovariates = design.below(4) === 0

  const random = seededRandom(seed, 77)
  const longitude = Float64Array.from(
    { length: CELLS },
    (_, cell) => 3 + (11 * ((cell % COLUMNS) + 0.5)) / COLUMNS,
  )
  const latitude = Float64Array.from(
    { length: CELLS },
    (_, cell) => 13.5 - (9 * (Math.floor(cell / COLUMNS) + 0.5)) / ROWS,
  )
  const points = spherePoints(longitude, latitude)
  const field = (lengthScaleKm: number) => fieldAt(points, lengthScaleKm, 800, random)
  const causes = [field(250), field(80)]
  const spatial = field(rangeKm)
  const population = field(60).map((value) => Math.exp(6 + 1.2 * value))
  const noise = [field(250), field(80)]
  const eta = spatial.map(
    (value, cell) =>
      intercept + effect * (0.3 * causes[0][cell] + 0.25 * causes[1][cell]) + spatialSd * value,
  )
  const truth = eta.map((value) => logisticNormalMean(value, clusterSd))

  const chances = population.map((people, cell) => (hasGap && longitude[cell] > 9 ? people * 0.02 : people))
  const total = chances.reduce((sum, chance) => sum + chance, 0)
  const home = Int32Array.from({ length: clusters }, () => {
    let left = random.uniform() * total
    for (let cell = 0; cell < CELLS; cell++) if ((left -= chances[cell]) < 0) return cell
    return CELLS - 1
  })
  const denominator = new Float64Array(clusters)
  const numerator = new Float64Array(clusters)
  home.forEach((cell, i) => {
    denominator[i] = 15 + random.below(20)
    const p = expit(eta[cell] + clusterSd * random.normal())
    for (let trial = 0; trial < denominator[i]; trial++) if (random.uniform() < p) numerator[i]++
  })

  const districtSeats = Array.from({ length: districts }, () => random.below(CELLS))
  const regionSeats = Array.from({ length: regions }, () => random.below(CELLS))
  const nearest = (seats: number[], cell: number) => {
    const distances = seats.map(
      (seat) => (longitude[cell] - longitude[seat]) ** 2 + (latitude[cell] - latitude[seat]) ** 2,
    )
    return distances.indexOf(Math.min(...distances))
  }
  const district = Int32Array.from(longitude, (_, cell) => nearest(districtSeats, cell))
  const regionOf = districtSeats.map((seat) => nearest(regionSeats, seat))
  const region = district.map((unit) => regionOf[unit])
  const meansOf = (unit: Int32Array, units: number) => {
    const [sums, people] = [new Float64Array(units), new Float64Array(units)]
    unit.forEach((one, cell) => {
      sums[one] += population[cell] * truth[cell]
      people[one] += population[cell]
    })
    return sums.map((sum, one) => sum / people[one])
  }
  const atClusters = (values: Float64Array) => Float64Array.from(home, (cell) => values[cell])
  const covariates = hasUselessCovariates ? noise : causes
  const level = (which: 1 | 2, unit: Int32Array, unitCount: number) => ({
    level: which,
    unitCount,
    cellUnit: unit,
    clusterUnit: home.map((cell) => unit[cell]),
  })
  return {
    truth,
    unitTruth: {
      0: meansOf(new Int32Array(CELLS), 1),
      1: meansOf(region, regions),
      2: meansOf(district, districts),
    },
    input: {
      clusters: {
        id: Array.from(home, (_, i) => `c${i + 1}`),
        longitude: atClusters(longitude),
        latitude: atClusters(latitude),
        numerator,
        denominator,
        weight: atClusters(population.map((people, cell) => people / chances[cell])),
        stratum: Array.from(home, () => null),
        urban: null,
      },
      covariateNames: ['relief', 'remoteness'],
      covariatesAtClusters: covariates.map(atClusters),
      cells: { longitude, latitude, covariates, population },
      admin: [level(1, region, regions), level(2, district, districts)],
    },
  }
}
