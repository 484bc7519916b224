import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/raster/${name}`, import.meta.url))
export const sample = (name: string) =>
  fileURLToPath(new URL(`../../samples/nigeria/${name}`, import.meta.url))

interface Expected {
  info: Record<string, { transform: number[]; type: string; block: [number, number]; bands: number }>
  cells: Record<string, (number | null)[]>
  warp: Record<
    'nearest' | 'bilinear' | 'average',
    { transform: number[]; width: number; height: number; values: number[] }
  >
  rasterise: number[]
  /** Valid cells of band 1: a fixture whose nodata is NaN, and the rasters of the sample. */
  summaries: Record<
    string,
    { size: [number, number]; count: number; min: number; max: number; mean: number; sd: number }
  >
  elevation: {
    count: number
    min: number
    max: number
    mean: number
    sd: number
    quantiles: number[]
    histogram: number[]
    points: [number, number, number][]
  }
}

/** Made by GDAL 3.6.2: python3 tests/fixtures/raster/make-fixtures.py */
export const expected = JSON.parse(readFileSync(fixture('expected.json'), 'utf8')) as Expected

/** GDAL's [c, a, b, f, d, e] as our [a, b, c, d, e, f]. */
export const affineOfGdal = ([c, a, b, f, d, e]: number[]) => [a, b, c, d, e, f] as const
