import { readFileSync } from 'node:fs'
import { fromArrayBuffer } from 'geotiff'

export interface Band {
  width: number
  height: number
  west: number
  north: number
  stepX: number
  stepY: number
  /** NaN for nodata. */
  values: Float32Array
}

export async function readBand(path: string): Promise<Band> {
  const file = readFileSync(path)
  const buffer = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer
  const image = await (await fromArrayBuffer(buffer)).getImage()
  const [west, north] = image.getOrigin()
  const [stepX, stepY] = image.getResolution()
  const [values] = (await image.readRasters()) as unknown as Float32Array[]
  const nodata = image.getGDALNoData()
  return {
    width: image.getWidth(),
    height: image.getHeight(),
    west,
    north,
    stepX,
    stepY,
    values: values.map((value) => (value === nodata ? NaN : value)),
  }
}

/** The centre of a cell, in the bands' system. */
export function centreOfCell({ width, west, north, stepX, stepY }: Band, cell: number): [number, number] {
  return [west + ((cell % width) + 0.5) * stepX, north + (Math.floor(cell / width) + 0.5) * stepY]
}

/** The cell nearest to a place, within eight, where all bands have a value; −1 for none. */
export function nearestValid(bands: Band[], x: number, y: number): number {
  const { west, north, stepX, stepY, width, height } = bands[0]
  const column = Math.floor((x - west) / stepX)
  const row = Math.floor((y - north) / stepY)
  let best = -1
  let closest = Infinity
  for (let r = Math.max(0, row - 8); r <= Math.min(height - 1, row + 8); r++) {
    for (let c = Math.max(0, column - 8); c <= Math.min(width - 1, column + 8); c++) {
      const distance = (r - row) ** 2 + (c - column) ** 2
      const cell = r * width + c
      if (distance < closest && bands.every((band) => Number.isFinite(band.values[cell]))) {
        closest = distance
        best = cell
      }
    }
  }
  return best
}
