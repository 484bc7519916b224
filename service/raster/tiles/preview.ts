import type { RasterClass } from '../cells/classes.ts'
import type { Bounds } from '../grid.ts'
import type { RasterFile } from '../cells/read.ts'
import { valueOf } from '../tiff/scaling.ts'
import { hidesRest } from '../statistics/hides-rest.ts'
import { quantileOfSorted } from '../statistics/statistics.ts'
import { pictureCells } from './picture-cells.ts'
import { paintClasses, paintTile } from './tile.ts'
import type { Piece } from '../cells/walk-cells.ts'

export interface Preview {
  /** PNG in base64, in Web Mercator; nodata and the outside are transparent. */
  png: string
  /** West, south, east, north in degrees. */
  bounds: Bounds
  /** The values at the ends of the ramp; null for classes. */
  range: [number, number] | null
}

/** The first band, when all of its cells were visited. */
interface Measured {
  valid: number
  min: number
  max: number
  sd: number
  classes?: RasterClass[]
}

const LONGER_SIDE_PX = 256

/**
 * A small picture of the first band, for which no cell is read again: each pixel takes the cell under its centre
 * (nearest) when the piece that holds it is visited. `rows`: those of a piece, which begins at a multiple of them. Null if
 * the raster's place on the map cannot be computed.
 */
export function createPreview({ info, palette }: RasterFile, rows: number) {
  const picture = pictureCells(info, LONGER_SIDE_PX)
  if (!picture) return null
  const { width, height, bounds, cells } = picture
  const values = new Float64Array(width * height).fill(Number.NaN)
  const pixelsAt = Map.groupBy(cells.rows.keys(), (pixel) => Math.floor(cells.rows[pixel] / rows) * rows)
  return {
    visit([band]: readonly number[], piece: Piece): void {
      if (band !== 1) return
      const [own] = piece.cells
      for (const pixel of pixelsAt.get(piece.row) ?? []) {
        const column = Math.floor(cells.columns[pixel]) - piece.column
        if (!(column >= 0 && column < piece.width)) continue
        const row = Math.floor(cells.rows[pixel]) - piece.row
        const value = own ? own[row * piece.width + column] : (info.nodata ?? 0)
        if (value !== info.nodata) values[pixel] = valueOf(value, info.scalings?.[0])
      }
    },
    draw({ classes, ...measured }: Measured): Preview | null {
      if (measured.valid === 0) return null
      const size = { width, height }
      if (classes) return { png: base64(paintClasses(values, palette, size)), bounds, range: null }
      const [min, max] = rangeOf(measured, values)
      return {
        png: base64(paintTile(values, { ramp: 'viridis', min, max, ...size })),
        bounds,
        range: [min, max],
      }
    },
  }
}

const base64 = (png: Buffer) => png.toString('base64')

/** Of all cells; of the middle 96 % of the pixels if extremes would hide the rest. */
function rangeOf({ min, max, sd }: Measured, values: Float64Array): [number, number] {
  if (!hidesRest({ min, max, sd })) return [min, max]
  const sorted = values.filter((value) => !Number.isNaN(value)).sort()
  const [low, high] = [0.02, 0.98].map((p) => quantileOfSorted(sorted, p))
  return low < high ? [low, high] : [min, max]
}
