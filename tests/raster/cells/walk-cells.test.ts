import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBlockCache } from '#service/raster/cells/block-cache.ts'
import { byteSource } from '#service/raster/tiff/byte-source.ts'
import { openRaster } from '#service/raster/cells/read.ts'
import { TAG } from '#service/raster/tiff/tiff-tags.ts'
import { readAll } from '#service/raster/cells/walk-cells.ts'
import { buildTiff, georeference } from '../build-tiff.ts'

const SIDE = 16

/** Four by four tiles of 8 bits, each with one value; 0: not stored. */
function tiled(values: readonly number[]): Buffer {
  const stored = values.filter((value) => value > 0)
  let at = -1
  const indices = values.map((value) => (value > 0 ? ++at : -1))
  return buildTiff(
    (dataAt) => [
      [TAG.width, 4, [4 * SIDE]],
      [TAG.height, 4, [4 * SIDE]],
      [TAG.bitsPerSample, 3, [8]],
      [TAG.tileWidth, 4, [SIDE]],
      [TAG.tileLength, 4, [SIDE]],
      [TAG.tileOffsets, 4, indices.map((i) => (i < 0 ? 0 : dataAt + i * SIDE * SIDE))],
      [TAG.tileByteCounts, 4, indices.map((i) => (i < 0 ? 0 : SIDE * SIDE))],
      ...georeference,
    ],
    Buffer.concat(stored.map((value) => Buffer.alloc(SIDE * SIDE, value))),
  )
}

test('each piece holds its own cells, also where earlier ones held others', async () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 10, 0, 0, 0, 0]
  const file = await openRaster(tiled(values), { cache: createBlockCache(0) })
  const found: (number[] | null)[] = []
  for await (const [bands, { row, width, cells }] of readAll(file, SIDE)) {
    // Time for the next one to be read.
    await setImmediate()
    expect([bands, row, width]).toEqual([[1], found.length * SIDE, 4 * SIDE])
    found.push(cells[0] && [0, 1, 2, 3].map((tile) => cells[0]![tile * SIDE + 5 * width]))
  }
  expect(found).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9, 0, 0, 10], null])
})

test('the next piece is being read while one is used', async () => {
  const source = await byteSource(tiled(Array.from({ length: 16 }, (_, i) => i + 1)))
  let reads = 0
  const read = (offset: number, length: number) => {
    reads++
    return source.read(offset, length)
  }
  const file = await openRaster({ ...source, read }, { cache: createBlockCache(0) })
  reads = 0
  const pieces = readAll(file, SIDE)
  await pieces.next()
  await setImmediate()
  expect(reads).toBe(8)
  await pieces.return(undefined)
  expect(reads).toBe(8)
})
