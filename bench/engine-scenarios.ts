/*
 * The engine (method auto) on synthetic countries with known truth, compared with two GAMs from R's mgcv on the same data,
 * one with lines and one with splines (skipped with a message if Rscript or mgcv is missing). SEEDS (default 6), FIRST
 * (default 1; priors were chosen with seeds from 101) and ONLY (part of a scenario's name) select the runs. One line per
 * scenario: national bias in % of the mean truth with its standard error over the seeds, as it is and adjusted for what the
 * surveys happened to draw (see `adjusted`), the direct (weighted) estimate's bias,
 * RMSE of the surface and its ratios to mgcv's, how often the density of clusters and beta-binomial counts were
 * chosen, share of cells, of units, of units with a prevalence above 0 and of nations whose 95 % interval contains the
 * truth, the share of cells also in the seed where it is lowest, the mean interval score of units (width of the 95 %
 * interval plus 40 times the distance by which it misses the truth, in points), seconds per fit and draws.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directEstimate } from '../service/modelling/units/direct-estimate.ts'
import { methodFor, modelOf } from '../service/modelling/models.ts'
import { openEnds } from '../service/modelling/units/open-ends.ts'
import { adminEstimates } from '../service/modelling/units/admin-estimates.ts'
import { predictCells } from '../service/modelling/units/predict-cells.ts'
import { samplingDensity } from '../service/modelling/inference/sampling-density.ts'
import { withUrban } from '../service/modelling/survey/urban.ts'
import { record } from './lib/record.ts'
import { SCENARIOS, type Simulated, simulateScenario } from './lib/scenarios.ts'

const seeds = Number(process.env.SEEDS ?? 6)
const first = Number(process.env.FIRST ?? 1)
const only = process.env.ONLY ?? ''
const DRAWS = 500

const hasR = spawnSync('Rscript', ['-e', 'library(mgcv)'], { stdio: 'ignore', timeout: 300_000 }).status === 0
if (!hasR) console.log('Rscript with mgcv is not installed: the column "vs mgcv" stays empty.')

/** RMSE of GAMs with a Gaussian-process smooth of the coordinates: covariates as lines, and as splines. */
function mgcvRmse({ input, truth }: Simulated): [lines: number, curves: number] {
  const folder = mkdtempSync(join(tmpdir(), 'strata-mgcv-'))
  try {
    const table = (columns: Record<string, ArrayLike<number>>) => {
      const names = Object.keys(columns)
      const rows = Array.from({ length: columns[names[0]].length }, (_, i) =>
        names.map((name) => columns[name][i]),
      )
      return [names, ...rows].map((row) => row.join(',')).join('\n')
    }
    const { clusters, cells } = input
    const [relief, remoteness] = input.covariatesAtClusters
    writeFileSync(
      join(folder, 'clusters.csv'),
      table({
        x: clusters.longitude,
        y: clusters.latitude,
        yes: clusters.numerator,
        n: clusters.denominator,
        relief,
        remoteness,
      }),
    )
    writeFileSync(
      join(folder, 'cells.csv'),
      table({
        x: cells.longitude,
        y: cells.latitude,
        relief: cells.covariates[0],
        remoteness: cells.covariates[1],
      }),
    )
    execFileSync('Rscript', [join(import.meta.dirname, 'lib/mgcv.R'), folder], { timeout: 900_000 })
    const rows = readFileSync(join(folder, 'fitted.csv'), 'utf8').trim().split('\n')
    const column = (which: number) => rows.map((row) => Number(row.split(',')[which]))
    return [rmse(column(0), truth), rmse(column(1), truth)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rmse(estimate: ArrayLike<number>, truth: Float64Array): number {
  let squares = 0
  truth.forEach((p, i) => (squares += (estimate[i] - p) ** 2))
  return Math.sqrt(squares / truth.length)
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const standardError = (values: number[]) =>
  Math.sqrt(average(values.map((value) => (value - average(values)) ** 2)) / (values.length - 1))
/** Errors per mean truth: their average is the bias. */
const relativeErrors = (estimates: number[], truths: number[]) =>
  estimates.map((estimate, i) => (estimate - truths[i]) / average(truths))
/**
 * Errors minus the part that a regression on the direct estimate's errors explains. Those have mean 0 over all surveys,
 * so the average stays a bias, with a smaller standard error.
 */
function adjusted(errors: number[], direct: number[]): number[] {
  const mean = average(direct)
  const products = direct.map((value, i) => (value - mean) * errors[i])
  const slope = average(products) / average(direct.map((value) => (value - mean) ** 2))
  return errors.map((error, i) => error - slope * direct[i])
}
const percent = (value: number, digits = 1) => `${(100 * value).toFixed(digits)} %`

console.log(
  'scenario | national bias | adjusted | direct | RMSE | vs mgcv lines | vs mgcv splines | density | beta-binomial | cells | lowest seed | units | units above 0 | score of units | nation | s',
)
const summary: { name: string; bias: number; units: number; vsMgcv: number }[] = []
for (const scenario of SCENARIOS.filter(({ name }) => name.includes(only))) {
  const nation = { truth: [] as number[], modelled: [] as number[], direct: [] as number[] }
  const errors: number[] = []
  const ratios: [number[], number[]] = [[], []]
  const chosen = { density: 0, betaBinomial: 0 }
  const seconds: number[] = []
  let lowest = 1
  const scores: number[] = []
  const held = { cells: [0, 0], units: [0, 0], unitsAbove0: [0, 0], nation: [0, 0] }
  for (let seed = first; seed < first + seeds; seed++) {
    const simulated = simulateScenario(scenario, seed)
    const { truth, unitTruth } = simulated
    const started = performance.now()
    const { input } = withUrban(simulated.input, scenario.urbanShare)
    const { clusters, admin } = input
    const density = samplingDensity(clusters, input.cells)
    const data = {
      ...clusters,
      covariates: input.covariatesAtClusters,
      ...(density && { samplingDensity: density.clusters }),
    }
    const cells = { ...input.cells, ...(density && { samplingDensity: density.cells }) }
    const method = methodFor('auto', clusters.id.length)
    const fit = await modelOf(method).fit(data, input.covariateNames, {
      strict: true,
      covers: cells,
    })
    const { likelihood, uses_density: usesDensity } = fit.describe().parameters
    if (usesDensity) chosen.density++
    if (likelihood === 'beta-binomial') chosen.betaBinomial++
    const surface = await predictCells(fit, cells, admin, { draws: DRAWS, seed })
    seconds.push((performance.now() - started) / 1000)
    const inside = truth.filter((p, cell) => p >= surface.lower[cell] && p <= surface.upper[cell]).length
    held.cells[0] += inside
    held.cells[1] += truth.length
    lowest = Math.min(lowest, inside / truth.length)
    admin.forEach((units, level) => {
      const { unitCount } = units
      const tally = level === 0 ? held.units : held.nation
      const open = openEnds(units, input)
      const estimates = adminEstimates({
        level: units,
        clusters,
        unitDraws: surface.unitDraws[level],
        draws: DRAWS,
        minClusters: 10,
        decisions: [],
        open,
      })
      for (let unit = 0; unit < unitCount; unit++) {
        const p = unitTruth[level === 0 ? unit : unitTruth.length - 1]
        const { modelled, modelledLower, modelledUpper } = estimates[unit]
        if (Number.isNaN(p) || modelled === null) continue
        const outside = Math.max(modelledLower! - p, p - modelledUpper!, 0)
        const inside = outside === 0 ? 1 : 0
        if (level === 0) scores.push(modelledUpper! - modelledLower! + 40 * outside)
        for (const count of level === 0 && p > 0 ? [tally, held.unitsAbove0] : [tally]) {
          count[0] += inside
          count[1]++
        }
        if (level === 1) nation.modelled.push(modelled)
      }
    })
    nation.truth.push(unitTruth.at(-1)!)
    nation.direct.push(directEstimate(clusters).p)
    errors.push(rmse(surface.mean, truth))
    if (hasR) mgcvRmse(simulated).forEach((peer, which) => ratios[which].push(errors.at(-1)! / peer))
  }
  const directErrors = relativeErrors(nation.direct, nation.truth)
  const biases = relativeErrors(nation.modelled, nation.truth)
  summary.push({
    name: scenario.name,
    bias: Math.abs(average(biases)),
    units: held.units[0] / held.units[1],
    vsMgcv: hasR ? average(ratios[0]) : NaN,
  })
  const share = ([inside, all]: number[]) => percent(inside / all, 0)
  console.log(
    [
      scenario.name,
      ...[biases, adjusted(biases, directErrors)].map(
        (values) => `${percent(average(values))} ± ${percent(standardError(values))}`,
      ),
      percent(average(directErrors)),
      average(errors).toFixed(4),
      ...ratios.map((values) => (hasR ? average(values).toFixed(2) : '–')),
      `${chosen.density} of ${seeds}`,
      `${chosen.betaBinomial} of ${seeds}`,
      share(held.cells),
      percent(lowest, 0),
      share(held.units),
      share(held.unitsAbove0),
      (100 * average(scores)).toFixed(1),
      `${held.nation[0]} of ${held.nation[1]}`,
      average(seconds).toFixed(1),
    ].join(' | '),
  )
}

const worst = (key: 'bias' | 'units' | 'vsMgcv', sign: 1 | -1) =>
  summary.reduce((one, other) => (sign * other[key] > sign * one[key] ? other : one))
// Some of the countries say nothing about all.
if (only === '') {
  const [bias, units, mgcv] = [worst('bias', 1), worst('units', -1), worst('vsMgcv', 1)]
  record({
    id: `scenarios-${seeds}`,
    what: `${summary.length} simulated countries, ${seeds} seeds from ${first}: the worst of each figure`,
    peer: 'mgcv with lines',
    bound: 'bias ≤ 5 %, units ≥ 90 %, RMSE ≤ 1.0 ×',
    measured:
      `bias ${percent(bias.bias)} (${bias.name}), units ${percent(units.units, 0)} (${units.name})` +
      (hasR ? `, RMSE ${mgcv.vsMgcv.toFixed(2)} × (${mgcv.name})` : ''),
  })
}
