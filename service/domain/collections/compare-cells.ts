import type { Caller } from '../../context.ts'
import type { FileStore } from '../../files/file-store.ts'
import { correlation } from '../../raster/statistics/correlation.ts'
import { cellCentres, type Grid } from '../../raster/grid.ts'
import { sampleBands } from '../bands/sample-bands.ts'
import type { BandWithGrid } from '../bands/with-grid.ts'
import { varianceInflation } from './variance-inflation.ts'

/** Points per side of a lattice: enough to distinguish bands, and few blocks of a large raster. */
const SIDE = 48
const MIN_CELLS = 30
const MAX_CORRELATION = 0.9

interface ComparedCells {
  /** Among points with a value in any band, the share without one in another. */
  incomplete: number
  /** Per band; Infinity for a combination of the others, 0 if too few points can be compared. */
  inflation: number[]
  /** Pairs of bands by index with a strong Pearson correlation, strongest first. */
  correlated: [a: number, b: number, r: number][]
}

/** Bands of one geographic grid, compared where they have values. */
export async function compareCells(
  store: FileStore,
  members: readonly BandWithGrid[],
  /** The number of each band's covariate: years of a series are not compared with each other. */
  covariate: readonly number[],
  caller: Caller,
): Promise<ComparedCells> {
  const { x, y } = lattice(members[0].grid)
  const columns = await sampleBands(store, members, { longitude: x, latitude: y }, 0, caller)
  const places = Array.from(x.keys())
  const some = places.filter((i) => columns.some((values) => Number.isFinite(values[i])))
  const all = some.filter((i) => columns.every((values) => Number.isFinite(values[i])))
  const incomplete = some.length === 0 ? 0 : 1 - all.length / some.length
  if (all.length < MIN_CELLS || members.length < 2)
    return { incomplete, inflation: members.map(() => 0), correlated: [] }
  const kept = columns.map((values) => Float64Array.from(all, (i) => values[i]))
  return { incomplete, inflation: inflationOf(kept, covariate), correlated: strongPairs(kept, covariate) }
}

function lattice({ affine: [a, , west, , e, north], width, height }: Grid) {
  const columns = Math.min(SIDE, width)
  const rows = Math.min(SIDE, height)
  return cellCentres({
    width: columns,
    height: rows,
    affine: [(a * width) / columns, 0, west, 0, (e * height) / rows, north],
    crs: 4326,
  })
}

/** Each year of a series beside the last year of the others, as one layer would use them. */
function inflationOf(columns: readonly Float64Array[], covariate: readonly number[]): number[] {
  const last = new Map(covariate.map((number, i) => [number, i]))
  const usual = [...last.values()]
  const beside = (i: number) => usual.map((other) => (covariate[other] === covariate[i] ? i : other))
  const factors = varianceInflation(usual.map((i) => columns[i]))
  return covariate.map((number, i) => {
    const place = usual.indexOf(last.get(number)!)
    return last.get(number) === i
      ? factors[place]
      : varianceInflation(beside(i).map((other) => columns[other]))[place]
  })
}

function strongPairs(
  columns: readonly Float64Array[],
  covariate: readonly number[],
): [number, number, number][] {
  const pairs: [number, number, number][] = []
  for (let a = 0; a < columns.length; a++) {
    for (let b = a + 1; b < columns.length; b++) {
      if (covariate[a] === covariate[b]) continue
      const r = correlation(columns[a], columns[b]) ?? 0
      if (Math.abs(r) > MAX_CORRELATION) pairs.push([a, b, r])
    }
  }
  return pairs.sort((one, other) => Math.abs(other[2]) - Math.abs(one[2]))
}
