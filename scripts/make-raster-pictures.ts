/**
 * Generates the images of the Raster Introduction from samples/nigeria:
 * node scripts/make-raster-pictures.ts
 * Running it twice gives the same bytes.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Grid } from '../service/raster/grid.ts'
import { encodePalettePng } from '../service/raster/tiles/png.ts'
import { type RampName, rampTable } from '../service/raster/tiles/ramps.ts'
import { readRaster } from '../service/raster/cells/read.ts'
import { resample } from '../service/raster/warp/resample.ts'

const SAMPLES = join(import.meta.dirname, '../samples/nigeria')
const OUT = join(import.meta.dirname, '../src/assets/raster')
const WIDTH = 240

await mkdir(OUT, { recursive: true })
for (const [band, ramp] of [
  ['elevation', 'viridis'],
  ['ruggedness', 'magma'],
  ['coast_distance', 'YlGnBu'],
  ['city_distance', 'cividis'],
] as const) {
  const raster = await readRaster(join(SAMPLES, `nga_${band}.tif`))
  const { grid, values } = shrink(raster.info, raster.values)
  await save(`${band.replace('_', '-')}.png`, values, grid, ramp)
}

// Half a degree of the Jos Plateau: the original (2.5 arc-minutes), and on the reference grid (30 arc-seconds).
const elevation = await readRaster(join(SAMPLES, 'nga_elevation.tif'))
const near = window(8.5, 10, 12, 1 / 24)
const fine = window(8.5, 10, 60, 1 / 120)
const coarse = resample(elevation.info, elevation.values, near, 'nearest')
const processed = resample(elevation.info, elevation.values, fine, 'bilinear')
const range = rangeOf(coarse)
await save(
  'cells-before.png',
  enlarge(coarse, 12, 20),
  { ...near, width: 240, height: 240 },
  'viridis',
  range,
)
await save(
  'cells-after.png',
  enlarge(processed, 60, 4),
  { ...fine, width: 240, height: 240 },
  'viridis',
  range,
)

function window(west: number, north: number, cells: number, step: number): Grid {
  return { width: cells, height: cells, crs: 4326, affine: [step, 0, west, 0, -step, north] }
}

function shrink(grid: Grid, values: ArrayLike<number>) {
  const [step, , west, , , north] = grid.affine
  const wide = (grid.width * step) / WIDTH
  const target: Grid = {
    width: WIDTH,
    height: Math.round((grid.height * step) / wide),
    crs: grid.crs,
    affine: [wide, 0, west, 0, -wide, north],
  }
  return { grid: target, values: resample(grid, values, target, 'average') }
}

function enlarge(values: ArrayLike<number>, cells: number, times: number): Float64Array {
  const side = cells * times
  return Float64Array.from(
    { length: side * side },
    (_, i) => values[Math.floor(i / side / times) * cells + Math.floor((i % side) / times)],
  )
}

function rangeOf(values: ArrayLike<number>): [number, number] {
  const known = Array.from(values).filter((value) => !Number.isNaN(value))
  return [Math.min(...known), Math.max(...known)]
}

async function save(
  name: string,
  values: ArrayLike<number>,
  { width, height }: Grid,
  ramp: RampName,
  [min, max] = rangeOf(values),
) {
  const indices = Uint8Array.from(Array.from(values), (value) =>
    Number.isNaN(value) ? 0 : 1 + Math.round((254 * (value - min)) / (max - min)),
  )
  const table = rampTable(ramp)
  const palette = new Uint8Array(768)
  for (let i = 1; i < 256; i++) palette.set(table.subarray((i - 1) * 3, i * 3), i * 3)
  await writeFile(join(OUT, name), encodePalettePng(indices, width, height, palette))
}
