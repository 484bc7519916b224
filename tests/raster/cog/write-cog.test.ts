import { readFileSync } from 'node:fs'
import { fromArrayBuffer } from 'geotiff'
import { describe, expect, test } from 'vitest'
import { checkHeader } from '#service/raster/tiff/check-header.ts'
import { openRaster, readBand, readRaster } from '#service/raster/cells/read.ts'
import { halve, writeCog } from '#service/raster/cog/write-cog.ts'
import { sample } from '../fixtures.ts'

const affine = [0.25, 0, 2.5, 0, -0.125, 11] as const

function surface(width: number, height: number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, i) =>
    i % 13 === 0 ? Number.NaN : Math.sin(i / 50) * 100 + (i % width) * 0.01,
  )
}

describe.each([
  [1, 1, 256],
  [289, 232, 256],
  [700, 530, 512],
])('%i × %i cells', (width, height, block) => {
  const values = surface(width, height)
  const bytes = writeCog({ width, height, affine, crs: 4326, values })

  test('come back bit for bit', async () => {
    const again = await readRaster(bytes)
    expect(again.values).toEqual(values)
    expect(again.info).toMatchObject({
      width,
      height,
      affine,
      crs: 4326,
      nodata: -9999,
      blockSize: [block, block],
    })
  })

  test('are read the same by geotiff.js', async () => {
    const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage(0)
    const [cells] = (await image.readRasters()) as unknown as [Float32Array]
    expect(Float32Array.from(cells, (cell) => (cell === -9999 ? Number.NaN : cell))).toEqual(values)
    expect(image.getGDALNoData()).toBe(-9999)
    expect(image.getOrigin().slice(0, 2)).toEqual([2.5, 11])
  })

  test('are the same bytes each time', () => {
    expect(writeCog({ width, height, affine, crs: 4326, values }).equals(bytes)).toBe(true)
  })

  // GDAL's COG layout; its own validator agrees:
  // python3 -m osgeo_utils.samples.validate_cloud_optimized_geotiff --full-check=yes samples/nigeria/nga_elevation.tif
  test('have the layout of a cloud-optimized GeoTIFF', async () => {
    expect(bytes.toString('latin1', 8, 80)).toMatch(
      /^GDAL_STRUCTURAL_METADATA_SIZE=000140 bytes\nLAYOUT=IFDS/,
    )
    const { directories } = await checkHeader(bytes)
    const sides = directories.map((d) => Math.max(d.width, d.height))
    expect(sides).toEqual(sides.toSorted((a, b) => b - a))
    expect(sides.at(-1)).toBeLessThanOrEqual(block)
    expect(directories.map((d) => d.subfile)).toEqual(directories.map((_, i) => (i === 0 ? 0 : 1)))
    const order = directories.toReversed().flatMap((d) => Array.from(d.offsets))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    for (const { offsets, counts } of directories) {
      offsets.forEach((offset, i) => {
        expect(bytes.readUInt32LE(offset - 4)).toBe(counts[i])
        const end = offset + counts[i]
        expect(bytes.subarray(end, end + 4)).toEqual(bytes.subarray(end - 4, end))
      })
    }
  })
})

test('overviews are means of the valid cells', async () => {
  const values = Float32Array.of(1, 2, 3, 4, Number.NaN, 6, Number.NaN, Number.NaN, 9)
  const half = halve({ width: 3, height: 3, values })
  expect([half.width, half.height]).toEqual([2, 2])
  expect(Array.from(half.values)).toEqual([Math.fround(7 / 3), 4.5, Number.NaN, 9])
  const file = await openRaster(
    writeCog({ width: 600, height: 40, affine, crs: 4326, values: surface(600, 40) }),
  )
  expect(file.info.overviews).toEqual([{ width: 300, height: 20 }])
  const overview = await readBand(file, 1, undefined, 1)
  expect(overview).toEqual(halve({ width: 600, height: 40, values: surface(600, 40) }).values)
})

test('NaN as nodata, another CRS, and a description with unusual characters', async () => {
  const values = surface(20, 10)
  const bytes = writeCog(
    { width: 20, height: 10, affine, crs: 32632, values },
    { nodata: Number.NaN, description: 'a & <b>' },
  )
  const { info, values: again } = await readRaster(bytes)
  expect(again).toEqual(values)
  expect([info.nodata, info.crs]).toEqual([Number.NaN, 32632])
  expect(bytes.includes('a &amp;amp; &amp;lt;b&amp;gt;')).toBe(true)
})

test('metadata and unit as GDAL writes them', async () => {
  const bytes = writeCog(
    { width: 20, height: 10, affine, crs: 32632, values: surface(20, 10) },
    { items: { threshold: '0.4' }, unit: 'people', description: 'exceedance' },
  )
  expect(
    bytes.includes(
      '<GDALMetadata>\n  <Item name="threshold">0.4</Item>\n  <Item name="DESCRIPTION" sample="0" role="description">exceedance</Item>\n  <Item name="UNITTYPE" sample="0" role="unittype">people</Item>\n</GDALMetadata>\n',
    ),
  ).toBe(true)
})

test.each([
  [
    'cells that do not fit',
    { width: 3, height: 3, crs: 4326, values: new Float32Array(8) },
    {},
    '8 cells were given for a raster of 3 × 3',
  ],
  ['no CRS', { width: 1, height: 1, crs: null, values: new Float32Array(1) }, {}, 'only with an EPSG code'],
  [
    'a cell that equals nodata',
    { width: 1, height: 1, crs: 4326, values: Float32Array.of(-9999) },
    {},
    'A cell holds -9999',
  ],
  [
    'odd tiles',
    { width: 1, height: 1, crs: 4326, values: new Float32Array(1) },
    { blockSize: 100 },
    'a multiple of 16',
  ],
])('%s are rejected', (_, input, options, words) => {
  expect(() => writeCog({ affine, ...input }, options)).toThrow(words)
})

test('a rotated grid is rejected', () => {
  const rotated = [0.2, 0.1, 2, 0.1, -0.2, 11] as const
  expect(() =>
    writeCog({ width: 1, height: 1, affine: rotated, crs: 4326, values: new Float32Array(1) }),
  ).toThrow('north-up')
})

test('the sample is half the size of its plain cells', () => {
  expect(readFileSync(sample('nga_elevation.tif')).length).toBeLessThan((289 * 232 * 4) / 2)
})
