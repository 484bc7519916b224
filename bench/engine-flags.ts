/*
 * How often the flags of the engine are raised on made-up surveys: where the model is right (false alarms, and the share
 * that the previous rule would have raised), where its covariates are noise, and where districts differ by more than it
 * can say. METHOD (default auto), SEEDS (default 20), ONLY (part of a case's name) and CLUSTERS (default 150) choose.
 */
import { blockFolds } from '../service/modelling/folds/fold-split.ts'
import { foldTasks, gather, sequentialFolds } from '../service/modelling/validation/cross-validate.ts'
import { scoreClusters } from '../service/modelling/validation/fold.ts'
import { expit } from '../service/modelling/likelihood/likelihood.ts'
import { metricsOf } from '../service/modelling/diagnostics/metrics.ts'
import { methodFor, modelOf } from '../service/modelling/models.ts'
import type { Method } from '../service/modelling/model-parameters.ts'
import { isOverfit, overfittingOf } from '../service/modelling/diagnostics/overfitting.ts'
import { seededRandom } from '../service/modelling/numerics/random.ts'
import type { ClusterData } from '../service/modelling/folds/fold-types.ts'
import { testUnits } from '../service/modelling/units/unit-test.ts'
import { fieldAt } from '../tests/modelling/simulated-country.ts'
import { spherePoints } from '../service/modelling/numerics/sphere.ts'

const seeds = Number(process.env.SEEDS ?? 20)
const clusters = Number(process.env.CLUSTERS ?? 150)
const only = process.env.ONLY ?? ''
const wanted = (process.env.METHOD ?? 'auto') as Method
const FOLDS = 10
const GAP = 0.2
const SIDE_KM = 800

interface Case {
  name: string
  lengthScaleKm: number
  spatialSd: number
  noise?: number
  /** Standard deviation of an effect of each of nine districts that jumps at their borders. */
  districts?: number
}
const CASES: Case[] = [
  { name: 'right, length scale 30 km', lengthScaleKm: 30, spatialSd: 0.7 },
  { name: 'right, length scale 100 km', lengthScaleKm: 100, spatialSd: 0.7 },
  { name: 'right, length scale 300 km', lengthScaleKm: 300, spatialSd: 0.7 },
  { name: '2 noise covariates', lengthScaleKm: 100, spatialSd: 0.5, noise: 2 },
  { name: '30 noise covariates', lengthScaleKm: 100, spatialSd: 0.5, noise: 30 },
  { name: '60 noise covariates', lengthScaleKm: 100, spatialSd: 0.5, noise: 60 },
  { name: 'cases recorded wrongly in one district', lengthScaleKm: 300, spatialSd: 0.3, districts: 1 },
]

function survey({ lengthScaleKm, spatialSd, noise = 0, districts = 0 }: Case, seed: number) {
  const random = seededRandom(seed, 77)
  const degrees = SIDE_KM / 111
  const longitude = Float64Array.from({ length: clusters }, () => degrees * random.uniform())
  const latitude = Float64Array.from({ length: clusters }, () => degrees * random.uniform())
  const field = (scale: number) => fieldAt(spherePoints(longitude, latitude), scale, 1000, random)
  const real = [field(200), field(200)]
  const spatial = field(lengthScaleKm)
  const unit = Int32Array.from(longitude, (x, i) => {
    const third = (at: number) => Math.min(2, Math.floor((3 * at) / degrees))
    return 3 * third(x) + third(latitude[i])
  })
  const denominator = new Float64Array(clusters).fill(20)
  const numerator = denominator.map((n, i) => {
    const wrong = districts && unit[i] === 4 ? 1.5 : 0
    const eta =
      -0.8 + 0.5 * real[0][i] - 0.3 * real[1][i] + spatialSd * spatial[i] + 0.3 * random.normal() + wrong
    let cases = 0
    for (let k = 0; k < n; k++) if (random.uniform() < expit(eta)) cases++
    return cases
  })
  const covariates = noise
    ? Array.from({ length: noise }, () => Float64Array.from(longitude, () => random.normal()))
    : real
  return { data: { longitude, latitude, numerator, denominator, covariates } satisfies ClusterData, unit }
}

const percent = (count: number) => `${((100 * count) / seeds).toFixed(0)} %`
console.log('case | is_overfit | previous rule | units rejected at 5 % | mean gap | mean loss')
for (const one of CASES.filter(({ name }) => name.includes(only))) {
  let raised = 0
  let previous = 0
  let rejected = 0
  let gaps = 0
  let losses = 0
  for (let seed = 1; seed <= seeds; seed++) {
    const { data, unit } = survey(one, seed)
    const names = data.covariates.map((_, index) => `x${index}`)
    const method = methodFor(wanted, data.longitude.length)
    const fit = await modelOf(method).fit(data, names, { strict: true })
    if (testUnits(fit.unitResiduals(unit, 9))!.p_value < 0.05) rejected++
    const { fold, folds } = blockFolds(data.longitude, data.latitude, FOLDS, fit.describe().rangeKm, seed)
    const validate = async (from: ClusterData) => {
      const shared = { method, start: fit.start, seed, importance: false }
      const run = sequentialFolds(async () => {})
      return gather(await run(foldTasks(from, fold, folds, shared), { onDone: () => {} }), fold, 0)
    }
    const block = await validate(data)
    const reference = await validate({ ...data, covariates: [] })
    const train = scoreClusters(fit.predictClusters(data), data)
    const trainR2 = metricsOf(train, data, new Int32Array(clusters), 1).r2
    const blockR2 = metricsOf(block, data, fold, folds).r2
    const found = overfittingOf(trainR2 - blockR2, block.lpd, reference.lpd, fold, folds)!
    gaps += found.gap / seeds
    losses += found.lpd_loss / seeds
    if (isOverfit(found, clusters, blockR2, GAP)) raised++
    if (found.gap > GAP || blockR2 <= 0) previous++
  }
  console.log(
    [
      one.name,
      `${percent(raised)}`,
      percent(previous),
      percent(rejected),
      gaps.toFixed(2),
      losses.toFixed(1),
    ].join(' | '),
  )
}
