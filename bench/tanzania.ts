/*
 * The engine on real data: Tanzania, malaria of children, 387 clusters, covariates sampled from rasters of 10 km; held-out
 * clusters beside GAMs of R's mgcv (lines or splines, a Gaussian process and a cluster effect) on the same folds. Reads
 * $BENCH_DATA/tanzania_malaria. SEED (1) and THREADS (2) override the defaults. Urban and rural are left out on both sides.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { metricsOf } from '../service/modelling/diagnostics/metrics.ts'
import type { Metrics } from '../service/modelling/diagnostics-types.ts'
import { fitLayer } from '../service/modelling/fit-layer.ts'
import type { ClusterScores } from '../service/modelling/folds/fold-types.ts'
import type { LayerInput, LayerOptions } from '../service/modelling/layer-types.ts'
import { logisticNormalMean, scoreCount } from '../service/modelling/likelihood/predictive.ts'
import { scoreClusters } from '../service/modelling/validation/fold.ts'
import { withFoldThreads } from '../service/modelling/validation/fold-pool.ts'
import { findProjection } from '../service/raster/systems/projection.ts'
import { centreOfCell, nearestValid, readBand } from './lib/band.ts'
import { record } from './lib/record.ts'

const NAMES = ['evi', 'itn_use', 'night_lights', 'precipitation', 'temperature']
const FOLDS = 10
const { forward, inverse } = findProjection({ crs: 32736 })!

async function readTanzania(folder: string): Promise<LayerInput> {
  const bands = await Promise.all(NAMES.map((name) => readBand(join(folder, `${name}.tif`))))
  const people = await readBand(join(folder, 'population_density.tif'))
  // A few towns are a thousand times as bright as the rest.
  bands[NAMES.indexOf('night_lights')].values = bands[NAMES.indexOf('night_lights')].values.map(Math.log1p)
  const rows = readFileSync(join(folder, 'clusters.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, 5).map(Number))
  const sampled = rows.map(([, longitude, latitude]) => nearestValid(bands, ...forward(longitude, latitude)))
  const cells = [...bands[0].values.keys()].filter((cell) =>
    bands.every(({ values }) => Number.isFinite(values[cell])),
  )
  const places = cells.map((cell) => inverse(...centreOfCell(bands[0], cell)))
  return {
    clusters: {
      id: rows.map(([id]) => String(id)),
      longitude: Float64Array.from(rows, (row) => row[1]),
      latitude: Float64Array.from(rows, (row) => row[2]),
      numerator: Float64Array.from(rows, (row) => row[3]),
      denominator: Float64Array.from(rows, (row) => row[4]),
      weight: new Float64Array(rows.length).fill(1),
      stratum: rows.map(() => null),
      urban: null,
    },
    covariateNames: NAMES,
    covariatesAtClusters: bands.map(({ values }) => Float64Array.from(sampled, (cell) => values[cell])),
    cells: {
      longitude: Float64Array.from(places, ([x]) => x),
      latitude: Float64Array.from(places, ([, y]) => y),
      covariates: bands.map(({ values }) => Float64Array.from(cells, (cell) => values[cell])),
      population: Float64Array.from(cells, (cell) => people.values[cell] || 0),
    },
    admin: [],
  }
}

/** Scores of held-out clusters by mgcv: for each partition, with lines and with splines. */
function mgcv({ clusters, covariatesAtClusters }: LayerInput, partitions: Int32Array[]): ClusterScores[][] {
  const folder = mkdtempSync(join(tmpdir(), 'strata-mgcv-'))
  try {
    const plane = clusters.id.map((_, i) => forward(clusters.longitude[i], clusters.latitude[i]))
    const header = ['x', 'y', 'yes', 'n', ...partitions.map((_, p) => `fold${p}`), ...NAMES]
    const lines = clusters.id.map((_, i) => [
      plane[i][0] / 1000,
      plane[i][1] / 1000,
      clusters.numerator[i],
      clusters.denominator[i],
      ...partitions.map((fold) => fold[i]),
      ...covariatesAtClusters.map((values) => values[i]),
    ])
    writeFileSync(join(folder, 'clusters.csv'), [header, ...lines].map((line) => line.join(',')).join('\n'))
    const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' }
    execFileSync('Rscript', [join(import.meta.dirname, 'lib/mgcv-folds.R'), folder], { env })
    const logits = readFileSync(join(folder, 'held-out.csv'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(',').map(Number))
    const data = { ...clusters, covariates: covariatesAtClusters }
    const scores = (column: number) =>
      scoreClusters(
        {
          mean: Float64Array.from(logits, (row) => logisticNormalMean(row[column], row[column + 1])),
          score: (i, y, n) => scoreCount(y, n, logits[i][column], logits[i][column + 1]),
          meanWith: () => new Float64Array(),
        },
        data,
      )
    return partitions.map((_, p) => [scores(4 * p), scores(4 * p + 2)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const figures = ({ rmse, lpd, coverage_95: coverage }: Metrics) =>
  `${rmse.toFixed(4)}; ${lpd.toFixed(1)}; ${coverage.toFixed(3)}`

/** The sum of differences over clusters, and its standard error. */
function difference(own: Float64Array, peer: Float64Array): string {
  const each = own.map((value, i) => value - peer[i])
  const sum = each.reduce((total, value) => total + value, 0)
  const squares = each.reduce((total, value) => total + (value - sum / each.length) ** 2, 0)
  return `${sum.toFixed(1)} ± ${Math.sqrt(squares).toFixed(1)}`
}

const folder = join(process.env.BENCH_DATA ?? '', 'tanzania_malaria')
const hasR = spawnSync('Rscript', ['-e', 'library(mgcv)'], { stdio: 'ignore' }).status === 0
if (!process.env.BENCH_DATA || !existsSync(folder) || !hasR) {
  console.log('Skipped: needs R with mgcv, and BENCH_DATA, a folder that holds tanzania_malaria.')
} else {
  const input = await readTanzania(folder)
  const { clusters } = input
  const started = performance.now()
  const options: LayerOptions = {
    method: 'auto',
    folds: FOLDS,
    blockKm: 'auto',
    draws: 500,
    seed: Number(process.env.SEED ?? 1),
    overfitGap: 0.2,
    admMinClusters: 10,
    exceedanceThreshold: null,
    urbanShare: null,
    rakeTo: null,
  }
  const { clustersCv, diagnostics } = await withFoldThreads(Number(process.env.THREADS ?? 2), (mapFolds) =>
    fitLayer(input, options, { mapFolds }),
  )
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${clusters.id.length} clusters, ${input.cells.longitude.length} cells: ${seconds.toFixed(1)} s`,
  )
  const partitions = [
    { name: 'random', own: diagnostics.cv_random, lpd: clustersCv.random_lpd, fold: clustersCv.random_fold },
    { name: 'block', own: diagnostics.cv_block, lpd: clustersCv.block_lpd, fold: clustersCv.block_fold },
  ]
  const peers = mgcv(
    input,
    partitions.map(({ fold }) => fold),
  )
  for (const [p, { name, own, lpd, fold }] of partitions.entries()) {
    const peer = peers[p].map((scores) => figures(metricsOf(scores, clusters, fold, FOLDS)))
    const differences = peers[p].map((scores) => difference(lpd, scores.lpd))
    const measured = `${figures(own)}; LPD less mgcv's ${differences.join(', ')}`
    console.log(`${name} folds: ${measured}; mgcv ${peer.join(', ')}`)
    record({
      id: `tanzania-${name}`,
      what: `Tanzania, malaria, ${clusters.id.length} clusters, ${name} folds: RMSE; log predictive density; coverage of the 95 % interval`,
      peer: `mgcv with lines: ${peer[0]}, splines: ${peer[1]}`,
      bound: 'no worse beyond two standard errors',
      measured,
    })
  }
}
