import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inspectRaster } from '#service/raster/inspect.ts'
import { openRaster, readRaster } from '#service/raster/cells/read.ts'
import { TAG } from '#service/raster/tiff/tiff-tags.ts'
import { fixture } from '../fixtures.ts'
import { buildTiff, georeference, type TiffField } from '../build-tiff.ts'
import { readInfo } from '../read-info.ts'

interface Tiles {
  side?: number
  across: number
  compression?: number
  /** Offset and length of tile i, given where the data start. */
  place: (i: number, dataAt: number) => [offset: number, count: number]
  data: Buffer
}

/** A square 8-bit raster with square tiles at the test's offsets. */
function tiles({ side = 64, across, compression = 8, place, data }: Tiles): Buffer {
  return buildTiff((dataAt) => {
    const places = Array.from({ length: across * across }, (_, i) => place(i, dataAt))
    const fields: TiffField[] = [
      [TAG.width, 4, [side * across]],
      [TAG.height, 4, [side * across]],
      [TAG.bitsPerSample, 3, [8]],
      [TAG.compression, 3, [compression]],
      [TAG.tileWidth, 4, [side]],
      [TAG.tileLength, 4, [side]],
      [TAG.tileOffsets, 4, places.map(([offset]) => offset)],
      [TAG.tileByteCounts, 4, places.map(([, count]) => count)],
      ...georeference,
    ]
    return fields
  }, data)
}

describe('blocks that share bytes', () => {
  const tile = deflateSync(Buffer.alloc(64 * 64))

  test('961 tiles that point to one block', async () => {
    const one = deflateSync(Buffer.alloc(4096 * 4096))
    const bytes = tiles({ side: 4096, across: 31, place: (_, at) => [at, one.length], data: one })
    expect(bytes.length).toBeLessThan(75_000)
    await expect(readInfo(bytes)).rejects.toThrow(
      'Several blocks of the raster use the same bytes of the file; write it again (gdal_translate -of COG).',
    )
  })

  test('by a single byte, in any order', async () => {
    const data = Buffer.concat([tile, tile, tile, tile])
    const apart = (i: number, at: number): [number, number] => [at + (3 - i) * tile.length, tile.length]
    await expect(readInfo(tiles({ across: 2, place: apart, data }))).resolves.toMatchObject({ width: 128 })
    const touching = (i: number, at: number): [number, number] => {
      const [offset, count] = apart(i, at)
      return [offset, i === 2 ? count + 1 : count]
    }
    await expect(readInfo(tiles({ across: 2, place: touching, data }))).rejects.toThrow('use the same bytes')
  })

  test('one inside another', async () => {
    const data = Buffer.concat([tile, tile, tile, tile])
    const inside = (i: number, at: number): [number, number] =>
      i === 3 ? [at, data.length] : [at + i * tile.length, tile.length]
    await expect(readInfo(tiles({ across: 2, place: inside, data }))).rejects.toThrow('use the same bytes')
  })

  test('of an overview', async () => {
    const written = readFileSync(fixture('u8-overviews.tif'))
    const file = await openRaster(written)
    const [{ offsets }, overview] = file.levels
    expect(overview.offsets).toHaveLength(4)
    const bytes = Buffer.from(written)
    for (const offset of overview.offsets.subarray(1)) {
      const listed = Buffer.alloc(4)
      listed.writeUInt32LE(offset)
      listed.writeUInt32LE(overview.offsets[0])
      const at = bytes.lastIndexOf(Buffer.from(Uint32Array.of(offset).buffer))
      expect(at).toBeGreaterThan(0)
      listed.copy(bytes, at)
    }
    expect(offsets.length).toBeGreaterThan(4)
    await expect(readInfo(bytes)).rejects.toThrow('use the same bytes')
  })

  test('empty blocks may all be at byte 0, and are nodata', async () => {
    const place = (i: number, at: number): [number, number] => (i === 2 ? [at, tile.length] : [0, 0])
    const { values } = await readRaster(tiles({ across: 2, place, data: tile }))
    expect(values).toHaveLength(128 * 128)
    const sparse = await inspectRaster(fixture('f32-sparse.tif'))
    expect(sparse.bands[0].valid).toBe(0)
  })
})

describe('cells from almost no bytes', () => {
  // GDAL's own constant tiles, two each of 1024 × 1024 cells (PackBits: 128 × 128); see make-fixtures.py.
  test.each([
    ['deflate', 2 * 1024 * 1024],
    ['lzw', 2 * 1024 * 1024],
    ['packbits', 2 * 128 * 128],
    ['zstd', 2 * 1024 * 1024],
  ])('a constant mask in %s is read', async (codec, cells) => {
    const { info, bands } = await inspectRaster(fixture(`u8-constant-${codec}.tif`))
    expect(info.compression).toBe(codec.toUpperCase())
    expect(bands[0]).toMatchObject({ valid: cells, min: 1, max: 1, mean: 1, sd: 0 })
  })

  test.each([
    [1, 4095],
    [5, 1],
    [8, 3],
    [32_773, 63],
    [32_946, 3],
  ])('compression %i cannot hold 4,096 cells in %i bytes', async (compression, stored) => {
    const data = Buffer.alloc(stored * 4)
    const place = (i: number, at: number): [number, number] => [at + i * stored, stored]
    await expect(readInfo(tiles({ across: 2, compression, place, data }))).rejects.toThrow(
      `Block 1 of the raster claims 4096 bytes of cells in ${stored} bytes of the file, more than`,
    )
  })

  test('zstandard cannot hold 1 MiB in 31 bytes', async () => {
    const data = Buffer.alloc(31)
    const place = (_: number, at: number): [number, number] => [at, 31]
    const bytes = tiles({ side: 1024, across: 1, compression: 50_000, place, data })
    await expect(readInfo(bytes)).rejects.toThrow('more than ZSTD can hold')
  })

  test('the last strip may be shorter than the others', async () => {
    const strip = (rows: number) => deflateSync(Buffer.alloc(rows * 1_000_000))
    const data = Buffer.concat([strip(10), strip(1)])
    const bytes = buildTiff(
      (at) => [
        [TAG.width, 4, [100_000]],
        [TAG.height, 4, [110]],
        [TAG.bitsPerSample, 3, [8]],
        [TAG.compression, 3, [8]],
        [TAG.stripOffsets, 4, [at, at + strip(10).length]],
        [TAG.stripByteCounts, 4, [strip(10).length, strip(1).length]],
        [TAG.rowsPerStrip, 4, [100]],
        ...georeference,
      ],
      data,
    )
    await expect(readInfo(bytes)).resolves.toMatchObject({ height: 110 })
  })
})

test('more than 64 GiB of cells are rejected before any is read', async () => {
  const sparse = (across: number) => tiles({ side: 4096, across, place: () => [0, 0], data: Buffer.alloc(0) })
  await expect(readInfo(sparse(48))).resolves.toMatchObject({ width: 196_608 })
  const fields = (at: number): TiffField[] => [
    [TAG.width, 4, [196_608]],
    [TAG.height, 4, [196_608]],
    [TAG.bitsPerSample, 3, [16]],
    [TAG.tileWidth, 4, [2048]],
    [TAG.tileLength, 4, [2048]],
    [TAG.tileOffsets, 4, Array.from({ length: 96 * 96 }, () => at)],
    [TAG.tileByteCounts, 4, Array.from({ length: 96 * 96 }, () => 0)],
    ...georeference,
  ]
  await expect(readInfo(buildTiff(fields))).rejects.toThrow(
    'The raster holds 72 GiB of cells, 64 GiB are allowed; send it in parts.',
  )
})
