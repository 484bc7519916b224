/*
 * A whole layer of a simulated country: seconds, CPU seconds and peak memory, 500 draws, 30 folds, 2 threads. Arguments:
 * clusters, columns and rows of cells, units; without them 10,000 clusters, 100,000 cells and 200 units.
 */
import { fitLayer } from '../service/modelling/fit-layer.ts'
import type { LayerOptions } from '../service/modelling/layer-types.ts'
import { withFoldThreads } from '../service/modelling/validation/fold-pool.ts'
import { simulateCountry } from '../tests/modelling/simulated-country.ts'
import { record } from './lib/record.ts'

const BOUNDS: Record<number, string> = {
  1000: '≤ 25 s with 40,040 cells',
  10000: '≤ 120 s, ≤ 1 GiB',
  50000: '≤ 600 s, ≤ 2 GiB',
}

const [clusters = 10_000, columns = 330, rows = 303, units = 200] = process.argv.slice(2).map(Number)
const { input } = simulateCountry({ clusters, columns, rows, units, seed: 3 })
const options: LayerOptions = {
  method: 'auto',
  folds: 10,
  blockKm: 'auto',
  draws: 500,
  seed: 1,
  overfitGap: 0.2,
  admMinClusters: 2,
  exceedanceThreshold: 0.2,
  urbanShare: null,
  rakeTo: null,
}
const [started, cpu] = [performance.now(), process.cpuUsage().user]
const { diagnostics } = await withFoldThreads(2, (mapFolds) => fitLayer(input, options, { mapFolds }))
const seconds = ((performance.now() - started) / 1000).toFixed(1)
const cpuSeconds = ((process.cpuUsage().user - cpu) / 1e6).toFixed(0)
const memory = (process.resourceUsage().maxRSS / 1024).toFixed(0)
const cells = input.cells.longitude.length
const measured = `${seconds} s, ${cpuSeconds} CPU seconds, ${memory} MiB; ${diagnostics.parameters.lattice_nodes} nodes`
console.log(`${clusters} clusters, ${cells} cells: ${measured}`)
record({
  id: `engine-size-${clusters}-${cells}`,
  what: `a whole layer of ${clusters} simulated clusters, ${cells} cells, ${units} units, 500 draws, 30 folds, 2 threads`,
  bound: BOUNDS[clusters],
  measured,
})
