import { expect, it } from 'vitest'
import { bitsOf } from '#service/raster/cells/cell-bits.ts'
import { ARRAYS, type DataType, type RawArray } from '#service/raster/data-types.ts'
import { halveInto } from '#service/raster/cog/overview.ts'
import { seeded } from '../../fixtures/configuration/country-folder.ts'

const random = seeded(20_261_126)
const upTo = (most: number) => 1 + Math.floor(random() * most)
const ODD = [Number.NaN, Infinity, -Infinity, 0, -0, 7, 255, 1e300]

function anyCells(type: DataType, count: number): RawArray {
  const cells = new ARRAYS[type](count)
  for (let i = 0; i < count; i++)
    cells[i] = random() < 0.2 ? ODD[Math.floor(random() * ODD.length)] : (random() - 0.5) * 300
  return cells
}

/** The mean of up to four cells; undefined where none is valid. */
function meanOf(cells: readonly number[], nodata: number | null, whole: boolean): number | undefined {
  const valid = cells.filter((cell) => cell !== nodata && !Number.isNaN(cell))
  if (valid.length === 0) return undefined
  const exact = valid.reduce((sum, cell) => sum + cell, 0) / valid.length
  const mean = whole ? Math.sign(exact) * Math.floor(Math.abs(exact) + 0.5) : exact
  return mean === nodata ? valid[0] : mean
}

it.each(Object.keys(ARRAYS) as DataType[])('means of four of %s, bit for bit, whatever the part', (type) => {
  const whole = !type.startsWith('float')
  for (let round = 0; round < 300; round++) {
    const [width, height] = [upTo(40), upTo(12)]
    const stride = width + upTo(3)
    const cells = anyCells(type, stride * height)
    const nodata = [null, Number.NaN, 7, 255, 0, -9999][round % 6]
    const [outStride, at] = [25, upTo(4)]
    const out = new ARRAYS[type](at + outStride * 6).fill(3)
    const wanted = out.slice()
    for (let row = 0; row < height; row += 2)
      for (let column = 0; column < width; column += 2) {
        const four = [0, 1].flatMap((y) =>
          [0, 1]
            .filter((x) => column + x < width && row + y < height)
            .map((x) => cells[(row + y) * stride + column + x]),
        )
        const mean = meanOf(four, nodata, whole)
        if (mean !== undefined) wanted[at + (row / 2) * outStride + column / 2] = mean
      }
    halveInto('average', { cells, stride, width, height }, nodata, out, outStride, at)
    expect(bitsOf(out)).toEqual(bitsOf(wanted))
  }
})
