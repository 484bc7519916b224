/*
 * Whether the design of fifteen points is why intervals of units miss the truth: coverage on the synthetic countries with
 * covariance parameters at their true values (where a scenario has them), at the mode, over the design, and over 30
 * states of a Metropolis walk through their posterior. Lines only. SEEDS (default 4), ONLY (part of a scenario's name).
 */
import { drawAtPoints } from '../service/modelling/cluster-draws.ts'
import { designMatrix } from '../service/modelling/design.ts'
import { findParameters } from '../service/modelling/gp.ts'
import type { LatentModel } from '../service/modelling/latent-model.ts'
import { parameterDesign } from '../service/modelling/parameter-design.ts'
import { sortedQuantile } from '../service/modelling/predict-cells.ts'
import { prevalenceFunction } from '../service/modelling/predictive.ts'
import { seededRandom } from '../service/modelling/random.ts'
import { simulateSurface } from '../service/modelling/simulate-surface.ts'
import { spherePoints } from '../service/modelling/sphere.ts'
import { withUrban } from '../service/modelling/urban.ts'
import { SCENARIOS, type Simulated, simulateScenario } from './lib/scenarios.ts'

const seeds = Number(process.env.SEEDS ?? 4)
const only = process.env.ONLY ?? 'cluster sd'
const DRAWS = 500
const [STEPS, EVERY] = [600, 20]
/** Of the walk, in the logs of sd, length scale and cluster sd. */
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

/** How many units' 95 % intervals contain the truth, of how many. */
async function coverage(
  { input, unitTruth }: Simulated,
  model: LatentModel,
  points: Point[],
  seed: number,
): Promise<[inside: number, units: number]> {
  const { cells, admin } = withUrban(input).input
  const { width, standardisation } = model.shape
  const random = seededRandom(seed, 3)
  const clusters = await drawAtPoints(model, points, DRAWS, random)
  const design = designMatrix(cells.covariates, cells.longitude.length, standardisation)
  const prevalence = clusters.groups.map(({ clusterSd }) => prevalenceFunction(clusterSd))
  const sums = new Float64Array(admin[0].unitCount * DRAWS)
  const people = new Float64Array(admin[0].unitCount)
  await simulateSurface(model.shape, clusters, DRAWS, random, {
    points: spherePoints(cells.longitude, cells.latitude),
    visit(cell, g) {
      const unit = admin[0].cellUnit[cell]
      people[unit] += cells.population![cell]
      clusters.groups.forEach(({ from, to }, group) => {
        for (let d = from; d < to; d++) {
          let eta = g[d]
          for (let c = 0; c < width; c++) eta += design[cell * width + c] * clusters.b[c * DRAWS + d]
          sums[unit * DRAWS + d] += cells.population![cell] * prevalence[group](eta)
        }
      })
    },
  })
  let inside = 0
  let units = 0
  people.forEach((count, unit) => {
    if (!(count > 0)) return
    const draws = sums
      .slice(unit * DRAWS, (unit + 1) * DRAWS)
      .map((sum) => sum / count)
      .sort()
    const p = unitTruth[unit]
    units++
    if (p >= sortedQuantile(draws, 0.025) && p <= sortedQuantile(draws, 0.975)) inside++
  })
  return [inside, units]
}

for (const scenario of SCENARIOS.filter(({ name }) => name.includes(only))) {
  const tallies: Record<string, [number, number]> = {}
  for (let seed = 1; seed <= seeds; seed++) {
    const simulated = simulateScenario(scenario, seed)
    const { input } = withUrban(simulated.input)
    const data = { ...input.clusters, covariates: input.covariatesAtClusters }
    const { model, theta } = await findParameters(data, input.covariateNames, { strict: true })
    const truth = [scenario.spatialSd ?? 0.5, 120, scenario.clusterSd ?? 0.3].map(Math.log)
    const forms: Record<string, Point[]> = {
      ...(scenario.eta ? {} : { truth: [{ parameters: truth, weight: 1 }] }),
      mode: [{ parameters: [...theta], weight: 1 }],
      design: await parameterDesign(model, [...theta]),
      walk: walk(model, theta, seed),
    }
    for (const [form, points] of Object.entries(forms)) {
      const [inside, units] = await coverage(simulated, model, points, seed)
      const tally = (tallies[form] ??= [0, 0])
      tally[0] += inside
      tally[1] += units
    }
  }
  const shares = Object.entries(tallies).map(([form, [a, b]]) => `${form} ${((100 * a) / b).toFixed(1)} %`)
  console.log(`${scenario.name}, units covered: ${shares.join(', ')}`)
}
