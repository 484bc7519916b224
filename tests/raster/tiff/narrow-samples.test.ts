import { expect, test } from 'vitest'
import { checkHeader } from '#service/raster/tiff/check-header.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { narrowTiff, halves, twelveBits, twoBitPalette } from '../narrow-tiffs.ts'

const read = async (bytes: Buffer) => {
  const { info, values } = await readRaster(bytes)
  return [info.dataType, [...values]]
}

test('rows of packed samples begin with a byte', async () => {
  expect(await read(twoBitPalette())).toEqual(['uint8', [0, 1, 2, 3, 1, 1, 1, 0, 0, 3]])
  expect(await read(twelveBits())).toEqual(['uint16', [0xabc, 0x123, 0xfff, 0, 1, 0x800]])
})

test('half floats: normal, subnormal, signed zero, infinite and not a number', async () => {
  expect(await read(halves())).toEqual([
    'float32',
    [1, -2, 65_504, 2 ** -24, 2 ** -14, -0, Infinity, Number.NaN],
  ])
})

test('samples of 31 bits keep each bit', async () => {
  // 0x7fffffff 0x40000001, of 31 bits each, and two bits to fill the row.
  const data = Uint8Array.from(Buffer.from('ffffffff00000004', 'hex'))
  expect(await read(narrowTiff({ width: 2, height: 1, bits: 31 }, data))).toEqual([
    'uint32',
    [0x7fffffff, 0x40000001],
  ])
})

test.each([
  ['signed values of 12 bits', 12, 2, [], 'signed values of 12 bits, which Strata does not read'],
  ['floats of 24 bits', 24, 3, [], 'floating values of 24 bits'],
  ['differences of packed samples', 4, 1, [[317, 3, [2]]], 'predictor 2 for values of 4 bits'],
] as const)('%s are rejected', async (_, bits, format, more, words) => {
  const tiff = narrowTiff(
    { width: 4, height: 1, bits, format },
    new Uint8Array(12),
    more.map(([tag, type, values]) => [tag, type, [...values]]),
  )
  await expect(readRaster(tiff)).rejects.toThrow(words)
})

test('a block is limited by its cells, not by the bits that it stores', async () => {
  // 11 MiB of bits that are 92 MiB of cells.
  const data = new Uint8Array(1200 * 10_000)
  await expect(checkHeader(narrowTiff({ width: 9600, height: 10_000, bits: 1 }, data))).rejects.toThrow(
    'strips of 92 MiB, 64 MiB are allowed',
  )
})

test('a row that ends early is rejected', async () => {
  const short = narrowTiff({ width: 3, height: 2, bits: 12 }, new Uint8Array(9))
  await expect(readRaster(short)).rejects.toThrow('claims 10 bytes of cells in 9 bytes of the file')
})
