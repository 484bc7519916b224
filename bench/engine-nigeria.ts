/*
 * The engine at Nigeria's size on simulated input: 1,000 clusters, 40,000 cells, 500 draws, 10 + 10 folds. Target: at
 * most 90 s on two threads. THREADS overrides the default of 2.
 */
import { fitLayer } from '../service/modelling/fit-layer.ts'
import { threadedFolds } from '../service/modelling/validation/fold-pool.ts'
import { simulateCountry } from '../tests/modelling/simulated-country.ts'

const threads = Number(process.env.THREADS ?? 2)
const { input, truth, unitTruth } = simulateCountry({
  clusters: 1000,
  columns: 220,
  rows: 182,
  units: 37,
  seed: 1,
})
const started = performance.now()
let step = ''
let stepStarted = started
const result = await fitLayer(
  input,
  {
    method: 'auto',
    folds: 10,
    blockKm: 'auto',
    draws: 500,
    seed: 1,
    overfitGap: 0.2,
    admMinClusters: 10,
    exceedanceThreshold: null,
    urbanShare: null,
    rakeTo: null,
  },
  {
    mapFolds: threadedFolds(threads),
    progress(next) {
      if (next === step) return
      if (step) console.log(`  ${step}: ${((performance.now() - stepStarted) / 1000).toFixed(1)} s`)
      step = next
      stepStarted = performance.now()
    },
  },
)
console.log(`  ${step}: ${((performance.now() - stepStarted) / 1000).toFixed(1)} s`)
const seconds = (performance.now() - started) / 1000
let squares = 0
let inside = 0
for (let cell = 0; cell < truth.length; cell++) {
  squares += (result.mean[cell] - truth[cell]) ** 2
  if (truth[cell] >= result.lower[cell] && truth[cell] <= result.upper[cell]) inside++
}
const held = result.admin.filter(
  ({ modelledLower, modelledUpper }, unit) =>
    unitTruth[unit] >= (modelledLower ?? 1) && unitTruth[unit] <= (modelledUpper ?? 0),
).length
const { parameters, cv_random: random, cv_block: block, adm1 } = result.diagnostics
console.log(
  `${seconds.toFixed(1)} s on ${threads} threads (target 90 s), ${truth.length} cells;`,
  `peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB (target 1024)`,
)
console.log(
  `against the truth: RMSE ${Math.sqrt(squares / truth.length).toFixed(4)},`,
  `95 % intervals hold ${((100 * inside) / truth.length).toFixed(1)} % of cells and ${held} of ${unitTruth.length} units;`,
  `sd ${Math.sqrt(parameters.variance).toFixed(2)} (0.50), length scale ${parameters.length_scale_km.toFixed(0)} km (120),`,
  `cluster sd ${Math.sqrt(parameters.cluster_variance).toFixed(2)} (0.30);`,
  `R² random ${random.r2.toFixed(3)}, block ${block.r2.toFixed(3)}; adm1 ${adm1.passed} of ${adm1.tested}`,
)
