import type { DataType } from '../data-types.ts'
import {
  ASCII,
  directoryBytes,
  LONG,
  LONG8,
  SHORT,
  type TiffField,
  writeDirectory,
} from '../tiff/tiff-directory.ts'
import { TAG } from '../tiff/tiff-tags.ts'

/** What all images of a Cloud-Optimized GeoTIFF share, and the fields that only the raster itself has. */
export interface CogImage {
  bands: number
  dataType: DataType
  /** Cells per side of a tile. */
  blockSize: number
  /** Photometric interpretation: 1 smallest value black (default), 2 RGB, 3 palette. */
  photometric?: number
  /** What the bands beyond those of `photometric` are; default: unspecified. */
  extraSamples?: ArrayLike<number>
  /** Red, green and blue of a palette, 16 bits each. */
  colorMap?: ArrayLike<number>
  /** The nodata value as text, so that no digit is lost. */
  nodata?: string
  /** Georeference and GDAL's metadata. */
  own: readonly TiffField[]
}

/** Where the tiles of one image lie: band after band, row-major. */
export interface CogTiles {
  width: number
  height: number
  /** Offset of each tile from the start of the image's tiles; its size, four bytes, precedes it. */
  offsets: Float64Array
  /** Size of each tile; 0 if it has only nodata (or 0) and is not stored. */
  counts: Float64Array
  /** Size of all tiles, including the 4 bytes before and after each. */
  bytes: number
}

const CLASSIC_BYTES = 2 ** 32 - 1
const DEFLATE = 8
const SEPARATE_BANDS = 2
const RGB = 2
const BITS: Record<DataType, number> = {
  uint8: 8,
  int8: 8,
  uint16: 16,
  int16: 16,
  uint32: 32,
  int32: 32,
  float32: 32,
  float64: 64,
}

/** TIFF's sample format: 1 unsigned, 2 signed, 3 floating point. */
const formatOf = (type: DataType) => (type.startsWith('float') ? 3 : type.startsWith('int') ? 2 : 1)

/** 2: differences of neighbours, for integers; 3: the same for the bytes of floating-point values. */
const predictorOf = (type: DataType) => (type.startsWith('float') ? 3 : 2)

/** GDAL's ghost area. The tiles of each band are in row-major order; those of several bands are side by side. */
const GHOST = (() => {
  const structure =
    'LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\nBLOCK_LEADER=SIZE_AS_UINT4\n' +
    'BLOCK_TRAILER=LAST_4_BYTES_REPEATED\nKNOWN_INCOMPATIBLE_EDITION=NO\n '
  const text = `GDAL_STRUCTURAL_METADATA_SIZE=${String(structure.length).padStart(6, '0')} bytes\n${structure}`
  return Buffer.from(text.length % 2 === 0 ? text : `${text}\0`)
})()

/**
 * The bytes before the tiles of a little-endian Cloud-Optimized GeoTIFF, in the layout of GDAL's COG driver
 * (https://gdal.org/drivers/raster/cog.html): directories from the raster to its smallest overview. Their tiles follow
 * in the opposite order. BigTIFF if the file would be larger than `classicBytes`.
 */
export function cogHead(
  image: CogImage,
  levels: readonly CogTiles[],
  { classicBytes = CLASSIC_BYTES } = {},
): Buffer {
  const classic = layHead(image, levels, false)
  const total = classic.length + levels.reduce((sum, { bytes }) => sum + bytes, 0)
  return total <= classicBytes ? classic : layHead(image, levels, true)
}

function layHead(image: CogImage, levels: readonly CogTiles[], big: boolean): Buffer {
  const first = (big ? 16 : 8) + GHOST.length
  const sizes = levels.map((level, i) => directoryBytes(fieldsOf(image, level, i, 0, big), big))
  const out = Buffer.alloc(first + sizes.reduce((sum, size) => sum + size, 0))
  out.write('II')
  out.writeUInt16LE(big ? 43 : 42, 2)
  if (big) {
    out.writeUInt16LE(8, 4)
    out.writeBigUInt64LE(BigInt(first), 8)
  } else out.writeUInt32LE(first, 4)
  GHOST.copy(out, first - GHOST.length)
  // The smallest overview comes first.
  let data = out.length
  const starts = levels.map(() => 0)
  for (let i = levels.length - 1; i >= 0; i--) {
    starts[i] = data
    data += levels[i].bytes
  }
  // A classic head of a file that is too large is only measured.
  if (!big && data > CLASSIC_BYTES) return out
  let at = first
  levels.forEach((level, i) => {
    const next = i + 1 < levels.length ? at + sizes[i] : 0
    writeDirectory(out, at, fieldsOf(image, level, i, starts[i], big), next, big)
    at += sizes[i]
  })
  return out
}

function fieldsOf(image: CogImage, level: CogTiles, index: number, start: number, big: boolean): TiffField[] {
  const { bands, dataType, blockSize, photometric = 1, colorMap, nodata } = image
  const perBand = (value: number) => Array.from({ length: bands }, () => value)
  const extra = Math.max(0, bands - (photometric === RGB ? 3 : 1))
  const list: TiffField[] = [
    [TAG.width, LONG, [level.width]],
    [TAG.height, LONG, [level.height]],
    [TAG.bitsPerSample, SHORT, perBand(BITS[dataType])],
    [TAG.compression, SHORT, [DEFLATE]],
    [TAG.photometric, SHORT, [photometric]],
    [TAG.samplesPerPixel, SHORT, [bands]],
    [TAG.planarConfiguration, SHORT, [bands === 1 ? 1 : SEPARATE_BANDS]],
    [TAG.predictor, SHORT, [predictorOf(dataType)]],
    [TAG.tileWidth, SHORT, [blockSize]],
    [TAG.tileLength, SHORT, [blockSize]],
    [
      TAG.tileOffsets,
      big ? LONG8 : LONG,
      level.offsets.map((o, i) => (level.counts[i] === 0 ? 0 : start + o)),
    ],
    [TAG.tileByteCounts, LONG, level.counts],
    [TAG.sampleFormat, SHORT, perBand(formatOf(dataType))],
  ]
  if (index > 0) list.push([TAG.subfile, LONG, [1]])
  else list.push(...image.own)
  if (extra > 0) {
    const given = image.extraSamples
    list.push([
      TAG.extraSamples,
      SHORT,
      given?.length === extra ? given : Array.from({ length: extra }, () => 0),
    ])
  }
  if (colorMap) list.push([TAG.colorMap, SHORT, colorMap])
  if (nodata !== undefined) list.push([TAG.gdalNodata, ASCII, nodata])
  return list.sort((a, b) => a[0] - b[0])
}
