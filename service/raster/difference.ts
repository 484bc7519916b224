import { edgeAt, positionAt, sameGrid, sameSystem } from './grid.ts'
import { RasterError } from './raster-error.ts'
import { MAX_CELLS, readBand, type RasterFile } from './read.ts'
import { statistics } from './statistics.ts'
import { paintTile, tileValues } from './tile.ts'

export interface Difference {
  cells: number
  only_one: number
  mean: number
  mean_absolute: number
  root_mean_square: number
  min: number
  max: number
  p05: number
  p95: number
  correlation: number | null
  histogram: number[]
}

const BINS = 40

/**
 * PNG of `other` minus `file` on a Web Mercator tile, RdBu from −limit to limit; transparent where one has no value.
 * @throws RasterError as `renderTile`
 */
export async function renderDifferenceTile(
  file: RasterFile,
  other: RasterFile,
  { z, x, y, limit }: { z: number; x: number; y: number; limit: number },
): Promise<Buffer> {
  const [one, two] = [await tileValues(file, { z, x, y }), await tileValues(other, { z, x, y })]
  const values = one && two && one.map((value, i) => two[i] - value)
  return paintTile(values, { ramp: 'RdBu', min: -limit, max: limit })
}

/**
 * Statistics of `other` − `file` over the cells of `file` (band 1). On another grid, `other` is read at the centres of
 * the cells, nearest neighbour.
 * @throws RasterError if the reference systems differ, no cell has both values, or the rasters are too large.
 */
export async function differenceOf(file: RasterFile, other: RasterFile): Promise<Difference> {
  for (const { info } of [file, other])
    if (info.width * info.height > MAX_CELLS / 10)
      throw new RasterError('The rasters are too large to be compared cell by cell; compare them in a GIS.')
  if (!sameSystem(file.info, other.info))
    throw new RasterError(
      'The two rasters have different reference systems, so their cells cannot be compared.',
    )
  const one = await readBand(file)
  const two = sameGrid(file.info, other.info) ? await readBand(other) : await alignedTo(file, other)
  const both: { one: number[]; two: number[] } = { one: [], two: [] }
  let onlyOne = 0
  for (let i = 0; i < one.length; i++) {
    if (Number.isNaN(one[i]) !== Number.isNaN(two[i])) onlyOne++
    else if (!Number.isNaN(one[i])) {
      both.one.push(one[i])
      both.two.push(two[i])
    }
  }
  const cells = both.one.length
  if (cells === 0) throw new RasterError('The two rasters have no cell in common.')
  const difference = Float64Array.from(both.two, (value, i) => value - both.one[i])
  const found = statistics(difference, { bins: BINS, probabilities: [0.05, 0.95] })
  let absolute = 0
  let squares = 0
  for (const value of difference) {
    absolute += Math.abs(value)
    squares += value ** 2
  }
  return {
    cells,
    only_one: onlyOne,
    mean: found.mean!,
    mean_absolute: absolute / cells,
    root_mean_square: Math.sqrt(squares / cells),
    min: found.min!,
    max: found.max!,
    p05: found.quantiles[0],
    p95: found.quantiles[1],
    correlation: correlationOf(both.one, both.two),
    histogram: found.histogram.counts,
  }
}

/** The cells of `other` under the centres of the cells of `file`. */
async function alignedTo(file: RasterFile, other: RasterFile): Promise<Float64Array> {
  const values = await readBand(other)
  const { width, height } = file.info
  const out = new Float64Array(width * height).fill(Number.NaN)
  for (let row = 0, i = 0; row < height; row++)
    for (let column = 0; column < width; column++, i++) {
      const at = positionAt(other.info, ...edgeAt(file.info, column + 0.5, row + 0.5))
      const [x, y] = [Math.floor(at[0]), Math.floor(at[1])]
      if (x >= 0 && y >= 0 && x < other.info.width && y < other.info.height)
        out[i] = values[y * other.info.width + x]
    }
  return out
}

/** Pearson's r = Σ(a − ā)(b − b̄) / √(Σ(a − ā)² Σ(b − b̄)²). */
function correlationOf(one: readonly number[], two: readonly number[]): number | null {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [a, b] = [meanOf(one), meanOf(two)]
  let [product, squaresOne, squaresTwo] = [0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    product += (one[i] - a) * (two[i] - b)
    squaresOne += (one[i] - a) ** 2
    squaresTwo += (two[i] - b) ** 2
  }
  const scale = Math.sqrt(squaresOne * squaresTwo)
  return scale > 0 ? Math.min(1, Math.max(-1, product / scale)) : null
}
