import { expect, test } from 'vitest'
import { readRaster } from '#service/raster/cells/read.ts'
import { buildTiff, georeference } from '../build-tiff.ts'

const SIGNED = 2
const UNSIGNED = 1

function tiff(values: bigint[], format: number, nodata = ''): Buffer {
  const words = nodata === '' ? [] : [...Buffer.from(`${nodata}\0`)]
  return buildTiff(
    (at) => [
      [256, 4, [values.length]],
      [257, 4, [1]],
      [258, 3, [64]],
      [262, 3, [1]],
      [273, 4, [at]],
      [277, 3, [1]],
      [279, 4, [values.length * 8]],
      [339, 3, [format]],
      ...georeference,
      ...(words.length === 0 ? [] : [[42_113, 2, words] as [number, 2, number[]]]),
    ],
    new Uint8Array(BigInt64Array.from(values).buffer),
  )
}

const read = async (...given: Parameters<typeof tiff>) => {
  const { info, values } = await readRaster(tiff(...given))
  return [info.dataType, info.nodata, [...values]]
}

test('integers of 64 bits are float64, exactly up to 2^53', async () => {
  const limit = 2n ** 53n
  const values = [0n, -1n, 2n ** 32n, -(2n ** 32n) - 7n, limit - 1n, limit, -limit]
  expect(await read(values, SIGNED)).toEqual(['float64', null, values.map(Number)])
  expect(await read([limit, 5n, 2n ** 31n], UNSIGNED)).toEqual(['float64', null, [2 ** 53, 5, 2 ** 31]])
})

test.each([
  [2n ** 53n + 1n, SIGNED],
  [-(2n ** 53n) - 1n, SIGNED],
  [2n ** 63n - 1n, SIGNED],
])('%s is an error that names the value', async (value, format) => {
  await expect(read([1n, value], format)).rejects.toThrow(`The raster holds ${value}; integers of 64 bits`)
})

test('an unsigned integer is named without a sign', async () => {
  await expect(read([-1n], UNSIGNED)).rejects.toThrow('The raster holds 18446744073709551615;')
})

test.each([
  ['-9223372036854775808', -(2n ** 63n), SIGNED],
  ['9223372036854775807', 2n ** 63n - 1n, SIGNED],
  ['18446744073709551615', -1n, UNSIGNED],
])('nodata %s may be larger', async (text, bits, format) => {
  expect(await read([bits, 3n], format, text)).toEqual(['float64', Number(text), [Number.NaN, 3]])
})
