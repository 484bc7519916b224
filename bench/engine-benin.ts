/*
 * The engine on real data: Benin, child stunting, 505 clusters. Reads $BENCH_DATA/benin_stunting. Peers (published or
 * measured elsewhere, docs/benchmarks.md): R mbg RMSE 0.1362, LPD −1238.9. SEEDS and THREADS override the
 * defaults of 5 and 2.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature, MultiPolygon, Polygon } from 'geojson'
import { fitLayer } from '../service/modelling/fit-layer.ts'
import { withFoldThreads } from '../service/modelling/validation/fold-pool.ts'
import type { LayerInput, LayerOptions } from '../service/modelling/layer-types.ts'
import { centreOfCell, nearestValid, readBand } from './lib/band.ts'
import { record } from './lib/record.ts'

const seeds = Number(process.env.SEEDS ?? 5)
const threads = Number(process.env.THREADS ?? 2)

type Area = Feature<Polygon | MultiPolygon>

function inside(area: Area, x: number, y: number): boolean {
  const polygons = area.geometry.type === 'Polygon' ? [area.geometry.coordinates] : area.geometry.coordinates
  let odd = false
  for (const rings of polygons) {
    for (const ring of rings) {
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        const [xi, yi] = ring[i]
        const [xj, yj] = ring[j]
        if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd
      }
    }
  }
  return odd
}

async function readBenin(folder: string): Promise<LayerInput> {
  const names = ['access', 'evi', 'temperature']
  const bands = await Promise.all(names.map((name) => readBand(join(folder, `${name}.tif`))))
  const people = await readBand(join(folder, 'under_5_population.tif'))
  const areas = ['departments', 'communes'].map(
    (name) =>
      (JSON.parse(readFileSync(join(folder, `Benin_${name}.geojson`), 'utf8')) as { features: Area[] })
        .features,
  )
  const unitOf = (features: Area[], x: number, y: number) => features.findIndex((area) => inside(area, x, y))
  const rows = readFileSync(join(folder, 'child_stunting.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number))
  const { width, height } = bands[0]
  const cells: number[] = []
  const units: number[][] = [[], []]
  const place = (cell: number) => centreOfCell(bands[0], cell)
  for (let cell = 0; cell < width * height; cell++) {
    if (!bands.every((band) => Number.isFinite(band.values[cell]))) continue
    const [x, y] = place(cell)
    const department = unitOf(areas[0], x, y)
    if (department < 0) continue
    cells.push(cell)
    units[0].push(department)
    units[1].push(unitOf(areas[1], x, y))
  }
  const sampled = rows.map((row) => nearestValid(bands, row[3], row[4]))
  return {
    clusters: {
      id: rows.map((row) => String(row[0])),
      longitude: Float64Array.from(rows, (row) => row[3]),
      latitude: Float64Array.from(rows, (row) => row[4]),
      numerator: Float64Array.from(rows, (row) => row[1]),
      denominator: Float64Array.from(rows, (row) => row[2]),
      weight: new Float64Array(rows.length).fill(1),
      stratum: rows.map(() => null),
      urban: null,
    },
    covariateNames: names,
    covariatesAtClusters: bands.map((band) => Float64Array.from(sampled, (cell) => band.values[cell])),
    cells: {
      longitude: Float64Array.from(cells, (cell) => place(cell)[0]),
      latitude: Float64Array.from(cells, (cell) => place(cell)[1]),
      covariates: bands.map((band) => Float64Array.from(cells, (cell) => band.values[cell])),
      population: Float64Array.from(cells, (cell) => Math.max(people.values[cell] || 0, 0)),
    },
    admin: areas.map((features, index) => ({
      level: (index + 1) as 1 | 2,
      unitCount: features.length,
      cellUnit: Int32Array.from(units[index]),
      clusterUnit: Int32Array.from(rows, (row) => unitOf(features, row[3], row[4])),
    })),
  }
}

const folder = join(process.env.BENCH_DATA ?? '', 'benin_stunting')
if (!process.env.BENCH_DATA || !existsSync(folder)) {
  console.log('Skipped: BENCH_DATA does not name a folder that holds benin_stunting.')
} else {
  const input = await readBenin(folder)
  const figures: { rmse: number; lpd: number; coverage: number; seconds: number; passed: number }[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const options: LayerOptions = {
      method: 'auto',
      folds: 10,
      blockKm: 'auto',
      draws: 500,
      seed,
      overfitGap: 0.2,
      admMinClusters: 10,
      exceedanceThreshold: null,
      urbanShare: null,
      rakeTo: null,
    }
    const started = performance.now()
    const { diagnostics, isOverfit } = await withFoldThreads(threads, (mapFolds) =>
      fitLayer(input, options, { mapFolds }),
    )
    const seconds = (performance.now() - started) / 1000
    const { train, cv_random: random, cv_block: block, adm1, adm2, parameters } = diagnostics
    figures.push({
      rmse: random.rmse,
      lpd: random.lpd,
      coverage: random.coverage_95,
      seconds,
      passed: adm1.passed,
    })
    if (seed === 1) console.log(JSON.stringify(diagnostics, null, 1).replaceAll(/\n\s*(?=[-\d\]])/g, ' '))
    console.log(
      `seed ${seed}: ${seconds.toFixed(1)} s on ${threads} threads, ${input.cells.longitude.length} cells;`,
      `random RMSE ${random.rmse.toFixed(4)} LPD ${random.lpd.toFixed(1)} coverage ${random.coverage_95.toFixed(3)};`,
      `R² train ${train.r2.toFixed(3)} random ${random.r2.toFixed(3)} block ${block.r2.toFixed(3)}`,
      `(${parameters.block_km.toFixed(0)} km); adm1 ${adm1.passed} of ${adm1.tested}, adm2 ${adm2.passed} of ${adm2.tested};`,
      `overfit ${isOverfit}`,
    )
  }
  const average = (key: keyof (typeof figures)[0]) =>
    figures.reduce((sum, figure) => sum + figure[key], 0) / figures.length
  console.log(
    `mean of ${seeds} seeds: RMSE ${average('rmse').toFixed(4)} (target ≤ 0.1335; R mbg 0.1362),`,
    `LPD ${average('lpd').toFixed(1)} (target ≥ −1228; R mbg −1238.9),`,
    `coverage ${average('coverage').toFixed(3)} (target 0.95 … 0.98)`,
  )
  const peakMemory = `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`
  console.log(`peak memory ${peakMemory}`)
  record({
    id: 'benin-accuracy',
    what: `Benin, stunting, 505 clusters, random folds: RMSE; log predictive density; coverage of the 95 % interval; mean of ${seeds} seeds`,
    peer: 'R `mbg` 1.2.0: 0.1362; −1238.9',
    bound: '≤ 0.1335; ≥ −1228; 0.95 to 0.98',
    measured: `${average('rmse').toFixed(4)}; ${average('lpd').toFixed(1)}; ${average('coverage').toFixed(3)}`,
  })
  record({
    id: 'benin-time',
    what: `the whole job, ${threads} threads; departments that pass`,
    bound: '≤ 8 s, ≤ 1 GiB; 12 of 12',
    measured: `${average('seconds').toFixed(1)} s, ${peakMemory}; ${Math.min(...figures.map(({ passed }) => passed))} of 12`,
  })
}
