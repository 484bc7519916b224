/*
 * What better covariance parameters could gain: coverage and RMSE on the synthetic countries with these parameters at
 * their true values (where a scenario has them), at the mode, over the design of fifteen points, and over 30 states of a
 * Metropolis walk through their posterior. Lines only. SEEDS (default 4), ONLY (part of a scenario's name), FORMS (words,
 * default all four).
 */
import { drawAtPoints } from '../service/modelling/inference/cluster-draws.ts'
import { designMatrix } from '../service/modelling/components/design.ts'
import { findParameters } from '../service/modelling/inference/gp.ts'
import type { LatentModel } from '../service/modelling/inference/latent-model.ts'
import { parameterDesign } from '../service/modelling/inference/parameter-design.ts'
import { sortedQuantile } from '../service/modelling/units/cell-surfaces.ts'
import { prevalenceFunction } from '../service/modelling/likelihood/predictive.ts'
import { seededRandom } from '../service/modelling/numerics/random.ts'
import { simulateSurface } from '../service/modelling/inference/simulate-surface.ts'
import { spherePoints } from '../service/modelling/numerics/sphere.ts'
import { withUrban } from '../service/modelling/survey/urban.ts'
import { SCENARIOS, type Simulated, simulateScenario } from './lib/scenarios.ts'

const seeds = Number(process.env.SEEDS ?? 4)
const only = process.env.ONLY ?? 'cluster sd'
const forms = (process.env.FORMS ?? 'truth mode design walk').split(' ')
const DRAWS = 500
const [STEPS, EVERY] = [600, 20]
/** Step size of the random walk for the logs of sd, length scale and cluster sd. */
const STEP = [0.45, 0.5, 0.3]

interface Point {
  parameters: readonly number[]
  weight: number
}

function walk(model: LatentModel, theta: Float64Array, seed: number): Point[] {
  const random = seededRandom(seed, 9)
  let at = theta
  let value = model.logPosterior(at)!
  const points: Point[] = []
  for (let step = 1; step <= STEPS; step++) {
    const next = Float64Array.from(at, (parameter, index) => parameter + STEP[index] * random.normal())
    const proposed = model.logPosterior(next)
    if (proposed !== null && Math.log(random.uniform()) < proposed - value) {
      at = next
      value = proposed
    }
    if (step % EVERY === 0) points.push({ parameters: [...at], weight: EVERY / STEPS })
  }
  return points
}

interface Scored {
  /** How many units' 95 % intervals contain the truth, of how many. */
  units: [inside: number, all: number]
  /** Share of cells whose 95 % interval contains the truth. */
  cells: number
  /** Root mean squared error of the surface. */
  rmse: number
}

const contains = (sorted: Float64Array, p: number) =>
  p >= sortedQuantile(sorted, 0.025) && p <= sortedQuantile(sorted, 0.975)

async function score(
  { input, truth, unitTruth }: Simulated,
  model: LatentModel,
  points: Point[],
  seed: number,
): Promise<Scored> {
  const { cells, admin } = withUrban(input).input
  const { width, standardisation } = model.shape
  const random = seededRandom(seed, 3)
  const clusters = await drawAtPoints(model, points, DRAWS, random)
  const design = designMatrix(cells.covariates, cells.longitude.length, standardisation)
  const prevalence = clusters.groups.map(({ clusterSd }) => prevalenceFunction(clusterSd))
  const sums = new Float64Array(admin[0].unitCount * DRAWS)
  const people = new Float64Array(admin[0].unitCount)
  let cellsInside = 0
  let squares = 0
  await simulateSurface(model.shape, clusters, DRAWS, random, {
    points: spherePoints(cells.longitude, cells.latitude),
    visit(cell, g) {
      const unit = admin[0].cellUnit[cell]
      people[unit] += cells.population![cell]
      const draws = new Float64Array(DRAWS)
      clusters.groups.forEach(({ from, to }, group) => {
        for (let d = from; d < to; d++) {
          let eta = g[d]
          for (let c = 0; c < width; c++) eta += design[cell * width + c] * clusters.b[c * DRAWS + d]
          draws[d] = prevalence[group](eta)
          sums[unit * DRAWS + d] += cells.population![cell] * draws[d]
        }
      })
      squares += (draws.reduce((sum, p) => sum + p, 0) / DRAWS - truth[cell]) ** 2
      if (contains(draws.sort(), truth[cell])) cellsInside++
    },
  })
  const units: [number, number] = [0, 0]
  people.forEach((count, unit) => {
    if (!(count > 0)) return
    const draws = sums
      .slice(unit * DRAWS, (unit + 1) * DRAWS)
      .map((sum) => sum / count)
      .sort()
    units[1]++
    if (contains(draws, unitTruth[unit])) units[0]++
  })
  return { units, cells: cellsInside / truth.length, rmse: Math.sqrt(squares / truth.length) }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (value: number) => `${(100 * value).toFixed(1)} %`

for (const scenario of SCENARIOS.filter(({ name }) => name.includes(only))) {
  const scored: Record<string, Scored[]> = {}
  for (let seed = 1; seed <= seeds; seed++) {
    const simulated = simulateScenario(scenario, seed)
    const { input } = withUrban(simulated.input)
    const data = { ...input.clusters, covariates: input.covariatesAtClusters }
    const { model, theta } = await findParameters(data, input.covariateNames, { strict: true })
    const truth = [scenario.spatialSd ?? 0.5, 120, scenario.clusterSd ?? 0.3].map(Math.log)
    const all: Record<string, () => Point[] | Promise<Point[]>> = {
      // Where the surface is the usual one, plus at most a term of the model.
      ...(!scenario.eta || scenario.name === 'urban oversampling'
        ? { truth: () => [{ parameters: truth, weight: 1 }] }
        : {}),
      mode: () => [{ parameters: [...theta], weight: 1 }],
      design: async () => (await parameterDesign(model, [...theta])).points,
      walk: () => walk(model, theta, seed),
    }
    for (const [form, points] of Object.entries(all))
      if (forms.includes(form))
        (scored[form] ??= []).push(await score(simulated, model, await points(), seed))
  }
  for (const [form, seen] of Object.entries(scored)) {
    const units =
      seen.reduce((sum, one) => sum + one.units[0], 0) / seen.reduce((sum, one) => sum + one.units[1], 0)
    const cells = seen.map((one) => one.cells)
    console.log(
      `${scenario.name}, ${form}: units ${percent(units)}, cells ${percent(mean(cells))}, lowest seed ${percent(Math.min(...cells))}, RMSE ${mean(seen.map(({ rmse }) => rmse)).toFixed(4)}`,
    )
  }
}
