/*
 * What displaced coordinates do to a layer, and what is restored by means over the places where a cluster may be: the same
 * surveys with covariates at the true coordinates, at the displaced ones, as means over the places, and as means weighted
 * by people. SEEDS (default 8), FIRST (default 1), METHOD (default gp), WITH_PEOPLE (correlation of the rough covariate with
 * the density of people, default 0), ROUGH_KM (its length scale, default 5), SLOPE (its effect, default 0.8). One line per
 * way, as averages over the seeds with standard errors: the slope and the RMSE of the surface against those at the true
 * coordinates in %, national bias in %, share of cells whose 95 % interval contains the truth.
 */
import { placesOfDisplaced } from '../service/domain/jobs/run-layer/displaced-clusters.ts'
import { sampleCovariates } from '../service/domain/jobs/run-layer/sample-covariates.ts'
import { methodFor, modelOf } from '../service/modelling/models.ts'
import { predictCells } from '../service/modelling/units/predict-cells.ts'
import { seededRandom } from '../service/modelling/numerics/random.ts'
import {
  bandOf,
  dataOf,
  layerOf,
  simulateDisplaced,
  slopeOf,
} from '../tests/support/jobs/displaced-country.ts'

const option = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const [seeds, first] = [option('SEEDS', 8), option('FIRST', 1)]
const method = process.env.METHOD === 'auto' || process.env.METHOD === 'gam' ? process.env.METHOD : 'gp'
const [CLUSTERS, SIDE, DRAWS, CELLS] = [400, 300, 200, 3000]

interface Scores {
  slope: number[]
  rmse: number[]
  bias: number[]
  inside: number[]
}
const ways = ['true coordinates', 'displaced', 'means', 'means by people'] as const
const scores = new Map<string, Scores>(
  ways.map((way) => [way, { slope: [], rmse: [], bias: [], inside: [] }]),
)

for (let seed = first; seed < first + seeds; seed++) {
  const country = simulateDisplaced({
    clusters: CLUSTERS,
    side: SIDE,
    seed,
    roughKm: option('ROUGH_KM', 5),
    slope: option('SLOPE', 0.8),
    withPeople: option('WITH_PEOPLE', 0),
  })
  const bands = [await bandOf(country, 'rough'), await bandOf(country, 'smooth')]
  const people = await bandOf(country, 'population')
  const random = seededRandom(seed, 5)
  const test = Int32Array.from({ length: CELLS }, () => random.below(SIDE * SIDE))
  const atTest = (values: Float64Array) => Float64Array.from(test, (cell) => values[cell])
  const truth = atTest(country.truth)
  const mean = truth.reduce((sum, p) => sum + p, 0) / CELLS
  for (const way of ways) {
    const at = way === 'true coordinates' ? country.places.true : country.places.displaced
    const places = way.startsWith('means')
      ? await placesOfDisplaced(
          layerOf(country),
          country.clusters.urban,
          way === 'means' ? undefined : people,
        )
      : null
    const { values } = await sampleCovariates(bands, at.longitude, at.latitude, places)
    const fit = await modelOf(methodFor(method, CLUSTERS)).fit(
      dataOf(country, at, values),
      ['rough', 'smooth'],
      { strict: true },
    )
    const {
      mean: surface,
      lower,
      upper,
    } = await predictCells(
      fit,
      {
        longitude: atTest(country.centres.longitude),
        latitude: atTest(country.centres.latitude),
        covariates: [atTest(country.rough), atTest(country.smooth)],
        population: null,
      },
      [],
      { draws: DRAWS, seed },
    )
    const errors = truth.map((p, i) => surface[i] - p)
    const one = scores.get(way)!
    one.slope.push(slopeOf(fit, values))
    one.rmse.push(Math.hypot(...errors) / Math.sqrt(CELLS))
    one.bias.push(errors.reduce((sum, error) => sum + error, 0) / CELLS / mean)
    one.inside.push(truth.filter((p, i) => p >= lower[i] && p <= upper[i]).length / CELLS)
  }
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (values: number[]) => {
  const mean = average(values)
  const se = Math.sqrt(average(values.map((value) => (value - mean) ** 2)) / (values.length - 1))
  return `${(100 * mean).toFixed(1)} ± ${(100 * se).toFixed(1)} %`
}
const reference = scores.get('true coordinates')!
const against = (values: number[], base: number[]) => percent(values.map((value, i) => value / base[i] - 1))
console.log('covariates | slope | against true | RMSE | against true | national bias | cells')
for (const [way, { slope, rmse, bias, inside }] of scores)
  console.log(
    [
      way,
      average(slope).toFixed(3),
      against(slope, reference.slope),
      average(rmse).toFixed(4),
      against(rmse, reference.rmse),
      percent(bias),
      percent(inside),
    ].join(' | '),
  )
