import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkHeader } from '#service/raster/tiff/check-header.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { TAG } from '#service/raster/tiff/tiff-tags.ts'
import { fixture } from '../fixtures.ts'

type Entry = [tag: number, type: number, count: number, value: number]

/** A classic little-endian TIFF with one directory at byte 8, followed by `tail`. */
function tiff(entries: Entry[], { next = 0, size = 0, tail = Buffer.alloc(0) } = {}): Buffer {
  const out = Buffer.alloc(Math.max(size, 8 + 2 + entries.length * 12 + 4 + tail.length))
  out.write('II*\0', 'latin1')
  out.writeUInt32LE(8, 4)
  out.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag, type, count, value], i) => {
    const at = 10 + i * 12
    out.writeUInt16LE(tag, at)
    out.writeUInt16LE(type, at + 2)
    out.writeUInt32LE(count, at + 4)
    out.writeUInt32LE(value, at + 8)
  })
  out.writeUInt32LE(next, 10 + entries.length * 12)
  tail.copy(out, 10 + entries.length * 12 + 4)
  return out
}

const image = (width: number, height: number, more: Entry[] = []): Entry[] => [
  [TAG.width, 4, 1, width],
  [TAG.height, 4, 1, height],
  [TAG.bitsPerSample, 3, 1, 8],
  ...more,
]
const strip = (offset: number, count: number): Entry[] => [
  [TAG.stripOffsets, 4, 1, offset],
  [TAG.stripByteCounts, 4, 1, count],
]

const hostile: [string, Buffer, string][] = [
  ['nothing', Buffer.alloc(0), 'empty or shorter than a TIFF header'],
  [
    'VRT text named .tif',
    Buffer.from('<VRTDataset rasterXSize="9"><SourceFilename>/etc/passwd</SourceFilename>'),
    'GDAL virtual raster (VRT)',
  ],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a PNG picture'],
  ['a ZIP', Buffer.from('504b03041400000008000000', 'hex'), 'a ZIP archive'],
  ['plain text', Buffer.from('cluster,longitude,latitude'), 'This is not a GeoTIFF; export'],
  [
    '100,000 × 100,000 in 200 bytes',
    tiff(image(100_000, 100_000, strip(8, 10)), { size: 200 }),
    'strips of 9537 MiB',
  ],
  [
    '100,000 × 100,000 in tiles that are not there',
    tiff(
      image(100_000, 100_000, [
        [TAG.tileWidth, 3, 1, 256],
        [TAG.tileLength, 3, 1, 256],
        [TAG.tileOffsets, 4, 1, 8],
        [TAG.tileByteCounts, 4, 1, 8],
      ]),
      { size: 200 },
    ),
    'in 152881 blocks, but the file lists 1',
  ],
  [
    'two million cells a side',
    tiff(image(2_000_000, 2_000_000, strip(8, 1))),
    'claims 2000000 × 2000000 cells',
  ],
  ['no width', tiff(image(0, 5, strip(8, 1))), 'claims 0 × 5 cells'],
  [
    '65,535 bands',
    tiff(image(2, 2, [[TAG.samplesPerPixel, 3, 1, 65_535], ...strip(8, 1)])),
    'claims 65535 bands',
  ],
  [
    'a directory that is its own next',
    tiff(image(2, 2, strip(8, 4)), { next: 8 }),
    'circular (it returns to byte 8)',
  ],
  [
    'a tag with four billion values',
    tiff(image(2, 2, [[TAG.stripOffsets, 4, 0xffffffff, 8]])),
    'Tag 273 claims 4294967295 values',
  ],
  [
    'a tag that points outside',
    tiff(image(2, 2, [[TAG.geoDoubles, 12, 4, 0x7fffffff]]), { size: 300 }),
    'Tag 34736 points beyond the end',
  ],
  ['a strip outside', tiff(image(2, 2, strip(90_000, 4))), 'block 1 of 1 reaches to byte 90004'],
  [
    '60,000 tags',
    Buffer.concat([Buffer.from('II*\0\x08\0\0\0\x60\xea', 'latin1'), Buffer.alloc(60)]),
    'claims 60000 tags',
  ],
  ['a directory beyond the end', Buffer.from('II*\0\0\0\0\x10', 'latin1'), 'starts at byte 268435456'],
  ['no directory', Buffer.from('II*\0\0\0\0\0', 'latin1'), 'holds no image'],
  [
    'tiles of no size',
    tiff(
      image(2, 2, [
        [TAG.tileWidth, 3, 1, 0],
        [TAG.tileLength, 3, 1, 16],
      ]),
    ),
    'blocks of 0 × 16 cells',
  ],
  [
    'a damaged BigTIFF',
    Buffer.from('II+\0\x04\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'),
    'BigTIFF header is damaged',
  ],
]

describe('hostile headers', () => {
  test.each(hostile)('%s', async (_, bytes, words) => {
    const error = await checkHeader(bytes).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(RasterError)
    expect((error as Error).message).toContain(words)
    expect((error as Error).message).toMatch(/^[A-Z][^\n]+\.$/)
  })

  test('a loop over several directories', async () => {
    const entries = image(2, 2, strip(8, 4))
    const length = 2 + entries.length * 12 + 4
    const one = tiff(entries, { next: 8 + length })
    const two = tiff(entries, { next: 8 }).subarray(8)
    await expect(checkHeader(Buffer.concat([one, two]))).rejects.toThrow('circular')
  })

  test('more than 64 directories', async () => {
    const entries = image(2, 2, strip(8, 4))
    const length = 2 + entries.length * 12 + 4
    const chain = Array.from({ length: 70 }, (_, i) =>
      tiff(entries, { next: 8 + (i + 1) * length }).subarray(8),
    )
    await expect(checkHeader(Buffer.concat([tiff(entries).subarray(0, 8), ...chain]))).rejects.toThrow(
      'more than 64 images',
    )
  })
})

describe('a valid file', () => {
  const sound = readFileSync(fixture('i16-deflate-2-tiled.tif'))

  test('truncated at any length is rejected, never read in part', async () => {
    for (let length = 0; length < sound.length; length += 7) {
      await expect(readRaster(sound.subarray(0, length))).rejects.toBeInstanceOf(RasterError)
    }
  })

  test('with any one byte changed is either read or rejected in one sentence', async () => {
    for (let at = 0; at < 500; at++) {
      const bytes = Buffer.from(sound)
      bytes[at] ^= 0xff
      await readRaster(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(RasterError))
    }
  })
})

test('a block that inflates to more than the header says is stopped', async () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000))
  const place: Entry[] = [
    [TAG.compression, 3, 1, 8],
    [TAG.stripOffsets, 4, 1, 200],
    [TAG.stripByteCounts, 4, 1, bomb.length],
    [TAG.pixelScale, 12, 3, 150],
    [TAG.tiepoint, 12, 6, 150],
  ]
  const bytes = Buffer.concat([tiff(image(4, 4, place), { size: 200 }), bomb])
  bytes.writeDoubleLE(1, 150)
  bytes.writeDoubleLE(1, 158)
  await expect(readRaster(bytes)).rejects.toThrow('damaged or larger than the header says')
})
