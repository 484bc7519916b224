import { afterAll, expect, it } from 'vitest'
import { pickCrossings, pickValues } from '#service/raster/cells/pick-values.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'

const [width, height] = [70, 45]
const values = Float32Array.from({ length: width * height }, (_, i) =>
  i % 11 === 0 || i % width < 20 ? Number.NaN : i / 7,
)
const grid = { width, height, affine: [0.1, 0, 1, 0, -0.1, 9], crs: 4326 } as const
const file = await openRaster(writeCog({ ...grid, values }, { blockSize: 16 }))
afterAll(() => file.close())

/** From outside on one side, across several blocks and their edges, to outside on the other; partly backwards. */
const places = (size: number) =>
  Float64Array.from([
    -3,
    -0.001,
    0,
    0.5,
    15.999,
    16,
    16,
    31.5,
    33,
    47.2,
    3.1,
    64,
    size - 0.001,
    size,
    size + 40,
  ])

it.each([...file.levels.keys()])(
  'crossings of columns and rows are the points where they cross, level %i',
  async (level) => {
    const columns = places(width)
    const rows = Float64Array.from([Number.NaN, ...places(height)])
    const points = {
      columns: Float64Array.from(
        { length: rows.length * columns.length },
        (_, i) => columns[i % columns.length],
      ),
      rows: Float64Array.from(
        { length: rows.length * columns.length },
        (_, i) => rows[Math.floor(i / columns.length)],
      ),
    }
    const wanted = await pickValues(file, level, 1, points)
    expect(wanted.filter((value) => value > 0).length).toBeGreaterThan(40)
    expect(await pickCrossings(file, level, 1, { columns, rows })).toEqual(wanted)
  },
)
