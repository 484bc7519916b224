/*
 * The evidence of the sparse engine with its gradient, and a search for the most probable parameters, beside TMB (R,
 * framework TMBad, one thread) with the same survey, lattice, priors and Laplace approximation, in CPU time. With the
 * argument `reference`, prints tests/modelling/fixtures/tmb-reference.json instead.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maximise } from '../service/modelling/numerics/optimise.ts'
import { simulatedEvidence } from '../tests/modelling/simulated-evidence.ts'
import { record } from './lib/record.ts'

interface Peer {
  evaluations: { ms: number; theta: number[]; value: number; gradient: number[] }[]
  search: { ms: number; evaluations: number; theta: number[] }
}

/** Log sd, range, cluster sd and the sds of two curves; the search has normal priors with sd 1 about them. */
const START = Float64Array.from([0.5, 240, 0.3, 0.2, 0.2], Math.log)
const AT = [0, 1, 2, 3, 4, 5].map((k) => START.map((value, index) => value + 0.3 * Math.sin(k * (index + 1))))

function tmb(folder: string, { data, shape, field, places }: ReturnType<typeof simulatedEvidence>): Peer {
  const { columns, rows, x0, y0, spacingKm, triangles } = field.lattice
  const tables: Record<string, ArrayLike<number>> = {
    nodes: [...columns].flatMap((column, k) => [
      x0 + (column + rows[k] / 2) * spacingKm,
      y0 + (rows[k] * spacingKm * Math.sqrt(3)) / 2,
    ]),
    triangles,
    numerator: data.numerator,
    denominator: data.denominator,
    design: shape.design,
    places: places.nodes,
    weights: places.weights,
    variance: shape.coefficientVariance,
    curve: shape.parameterOf,
    start: START,
    at: AT.flatMap((theta) => [...theta]),
  }
  for (const [name, values] of Object.entries(tables)) {
    writeFileSync(join(folder, name), new Uint8Array(Float64Array.from(values).buffer))
  }
  const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' }
  execFileSync('Rscript', [join(import.meta.dirname, 'lib/tmb.R'), folder], { stdio: 'ignore', env })
  return JSON.parse(readFileSync(join(folder, 'figures.json'), 'utf8')) as Peer
}

async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const furthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, index) => Math.abs(value - b[index])))

async function compare(folder: string, clusters: number, spacingKm: number): Promise<void> {
  const own = simulatedEvidence(clusters, spacingKm)
  const peer = tmb(folder, own)
  own.evaluate(START)
  let [ms, peerMs, valueOff, gradientOff] = [0, 0, 0, 0]
  for (const [k, theta] of AT.entries()) {
    ms += (await cpuMs(() => own.evaluate(theta))) / AT.length
    peerMs += peer.evaluations[k].ms / AT.length
    const { value, gradient } = own.evaluate(theta)
    valueOff = Math.max(valueOff, Math.abs(value - peer.evaluations[k].value))
    gradientOff = Math.max(gradientOff, furthest(gradient, peer.evaluations[k].gradient))
  }
  let evaluations = 0
  const away = (theta: Float64Array) => theta.map((value, index) => value - START[index])
  const logPrior = (theta: Float64Array) => -0.5 * away(theta).reduce((sum, step) => sum + step * step, 0)
  const evaluate = (theta: Float64Array) => {
    evaluations++
    const { value, gradient } = own.evaluate(theta)
    const steps = away(theta)
    return { value: value + logPrior(theta), gradient: gradient.map((slope, index) => slope - steps[index]) }
  }
  let theta: Float64Array = START
  const searchMs = await cpuMs(async () => {
    const found = await maximise(evaluate, START, {
      maxIterations: 100,
      gradientTolerance: 1e-3,
      valueTolerance: 1e-6,
      maxStep: 1,
      valueAt: (theta) => own.value(theta) + logPrior(theta),
    })
    theta = found!.point
  })
  const thetaOff = furthest(theta, peer.search.theta)
  const times = (evaluation: number, search: number, count: number) =>
    `${evaluation.toFixed(0)} ms; ${(search / 1000).toFixed(1)} s, ${count} gradients`
  const measured =
    `${times(ms, searchMs, evaluations)}; ${(ms / peerMs).toFixed(2)} ×, ${(searchMs / peer.search.ms).toFixed(2)} ×; ` +
    `evidence equal to ${valueOff.toExponential(0)}, gradient to ${gradientOff.toExponential(0)}, ` +
    `parameters found to ${(100 * thetaOff).toFixed(2)} %`
  const nodes = own.field.size
  console.log(`${clusters} clusters, ${nodes} nodes: ${measured}`)
  record({
    id: `sparse-tmb-${clusters}`,
    what: `evidence with its gradient, and a search for five parameters; ${clusters} clusters, ${nodes} nodes, one thread, CPU time`,
    peer: `TMB 1.9.2: ${times(peerMs, peer.search.ms, peer.search.evaluations)}`,
    bound: '≤ 1.5 ×; evidence to 1e-6, parameters to 1 %',
    measured,
  })
}

const hasTmb = spawnSync('Rscript', ['-e', 'library(TMB)'], { stdio: 'ignore' }).status === 0
if (!hasTmb) {
  console.log('Skipped: Rscript with TMB is not installed.')
} else {
  // TMB compiles its model once in this folder, in one to three minutes.
  const folder = mkdtempSync(join(tmpdir(), 'strata-tmb-'))
  try {
    if (process.argv[2] === 'reference') {
      const { evaluations } = tmb(folder, simulatedEvidence(80, 50))
      const figures = evaluations.map(({ theta, value, gradient }) => ({ theta, value, gradient }))
      console.log(JSON.stringify({ command: 'node bench/sparse-tmb.ts reference', evaluations: figures }))
    } else {
      await compare(folder, 500, 24)
      await compare(folder, 2000, 24)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
