/*
 * The sparse Cholesky factor of a surface's precision on square lattices, and solves with 40 and 500 right sides, beside
 * CHOLMOD (R's Matrix, one thread, its own ordering) on the same matrices; and the selected inverse. The argument is the
 * number of rounds (5).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LATTICE_REACH, latticeAround } from '../service/modelling/components/surface/lattice.ts'
import { surfacePrecision } from '../service/modelling/components/surface/surface-precision.ts'
import { sparseCholesky } from '../service/modelling/sparse/cholesky.ts'
import { dissectionOrder } from '../service/modelling/sparse/dissection.ts'
import { selectedInverse } from '../service/modelling/sparse/selected-inverse.ts'
import { solve } from '../service/modelling/sparse/solve.ts'
import { symbolicFactor } from '../service/modelling/sparse/symbolic-factor.ts'
import type { SparseSymmetric } from '../service/modelling/sparse/symmetric.ts'
import { record } from './lib/record.ts'

const rounds = Number(process.argv[2] ?? 5)
const hasR = spawnSync('Rscript', ['-e', 'library(Matrix)'], { stdio: 'ignore' }).status === 0
if (!hasR) console.log('Rscript with Matrix is not installed: there is no peer.')

function least(run: () => unknown): number {
  return Math.min(
    ...Array.from({ length: rounds }, () => {
      const start = performance.now()
      run()
      return performance.now() - start
    }),
  )
}

/** Of factor, 40 and 500 right sides. */
function cholmodMs({ size, starts, rows, values }: SparseSymmetric): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'strata-cholmod-'))
  try {
    const columns = new Int32Array(rows.length)
    for (let j = 0; j < size; j++) columns.fill(j + 1, starts[j], starts[j + 1])
    const parts = [Int32Array.of(size, rows.length), rows.map((row) => row + 1), columns, values]
    const file = join(folder, 'matrix')
    writeFileSync(file, Buffer.concat(parts.map((part) => new Uint8Array(part.buffer))))
    const script = join(import.meta.dirname, 'lib/cholmod.R')
    const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' }
    const seconds = execFileSync('Rscript', [script, file, String(rounds)], { encoding: 'utf8', env })
    return seconds.split(' ').map((part) => 1000 * Number(part))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const side of [45, 71, 100, 141, 173]) {
  // Places at the nodes of one row of triangles after the other, without a margin: about side² nodes.
  const places = Float64Array.from({ length: 2 * (side - 1) ** 2 }, (_, k) =>
    k % 2 === 0 ? (k / 2) % (side - 1) : (Math.floor(k / 2 / (side - 1)) * Math.sqrt(3)) / 2,
  )
  const lattice = latticeAround(places, 1, 0)
  const matrix = surfacePrecision(lattice).at({ sd: 1, rangeKm: 12 })
  const order = dissectionOrder(lattice.columns, lattice.rows, LATTICE_REACH)
  const symbolicMs = least(() => symbolicFactor(matrix, order))
  const symbolic = symbolicFactor(matrix, order)
  const factorMs = least(() => sparseCholesky(matrix, symbolic))
  const factor = sparseCholesky(matrix, symbolic)!
  const inverseMs = least(() => selectedInverse(factor))
  const solveMs = [40, 500].map((count) => {
    const right = Float64Array.from({ length: matrix.size * count }, (_, k) => Math.sin(k))
    return least(() => solve(factor, right, count))
  })
  const [peerMs, ...peerSolveMs] = hasR ? cholmodMs(matrix) : [NaN, NaN, NaN]
  const beside = (ms: number, ofPeer: number) => `${ms.toFixed(0)} ms, ${(ms / ofPeer).toFixed(2)} ×`
  const measured =
    `${beside(factorMs, peerMs)}; 40 right sides ${beside(solveMs[0], peerSolveMs[0])}; ` +
    `500: ${beside(solveMs[1], peerSolveMs[1])}; symbolic ${symbolicMs.toFixed(0)} ms, ` +
    `selected inverse ${inverseMs.toFixed(0)} ms`
  console.log(`${lattice.columns.length} nodes: ${measured}`)
  record({
    id: `sparse-factor-${side}`,
    what: `sparse factor of a surface on ${lattice.columns.length} nodes, one thread`,
    peer: `CHOLMOD (R Matrix): ${[peerMs, ...peerSolveMs].map((ms) => ms.toFixed(0)).join(', ')} ms`,
    measured,
  })
}
