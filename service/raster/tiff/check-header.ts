import { byteSource, type ByteSource, type RasterInput } from './byte-source.ts'
import { CUT_COMMAND } from './cut-command.ts'
import { sampleBytes } from './narrow-samples.ts'
import { RasterError } from '../raster-error.ts'
import { pageReader, type Peek, readTags, TAG_LIMITS, type TagReader, type TagValues } from './read-tags.ts'
import { TAG } from './tiff-tags.ts'

const LIMITS = {
  directories: 64,
  side: 200_000,
  bands: 512,
  /** Decoded size. Many writers put a whole small raster into one strip, so strips may be larger than tiles. */
  tileBytes: 16 * 2 ** 20,
  stripBytes: 64 * 2 ** 20,
} as const

/** One image of the file: the raster itself, one of its overviews, or a mask. */
export interface TiffDirectory {
  /** Byte of the file where it begins. */
  at: number
  width: number
  height: number
  bands: number
  bits: number[]
  /** Sample format of each band: 1 unsigned, 2 signed, 3 floating point. */
  formats: number[]
  compression: number
  predictor: number
  /** Planar configuration: 1 pixel-interleaved, 2 band-separate. */
  planar: number
  subfile: number
  photometric: number
  fillOrder: number
  tiled: boolean
  blockWidth: number
  blockHeight: number
  offsets: Float64Array
  counts: Float64Array
  tags: TagValues
}

export interface TiffHeader {
  littleEndian: boolean
  bigTiff: boolean
  /** Where the first directory belongs: behind GDAL's note on the structure of the file, if there is one. */
  firstDirectoryAt: number
  /** The note says that the file was changed since, so that it no longer holds. */
  isEdited: boolean
  directories: TiffDirectory[]
}

const LOOKS_LIKE: [string, string][] = [
  ['<VRT', 'a GDAL virtual raster (VRT), a text that points to other files'],
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x89HDF', 'an HDF5 or netCDF-4 file'],
  ['CDF', 'a netCDF file'],
  ['\x1f\x8b', 'a gzip archive'],
]

/**
 * Reads the directories of a TIFF or BigTIFF. Before any pixel is read, rejects everything that would loop, point
 * outside the file or require excessive memory. Memory and bytes read are bounded by `LIMITS`, `TAG_LIMITS` and the
 * file's size.
 * @throws RasterError with one sentence that says what is wrong and how to fix it.
 */
export async function checkHeader(input: RasterInput): Promise<TiffHeader> {
  const source = await byteSource(input)
  try {
    return await readDirectories(source)
  } finally {
    if (typeof input === 'string') await source.close()
  }
}

async function readDirectories(source: ByteSource): Promise<TiffHeader> {
  const peek = pageReader(source)
  if (source.size < 8)
    throw new RasterError('The file is empty or shorter than a TIFF header; send it again.')
  const head = await peek(0, Math.min(16, source.size))
  const order = head.getUint16(0)
  const littleEndian = order === 0x4949
  const magic = head.getUint16(2, littleEndian)
  if ((order !== 0x4949 && order !== 0x4d4d) || (magic !== 42 && magic !== 43)) throw notTiff(head)
  const bigTiff = magic === 43
  if (bigTiff && (source.size < 16 || head.getUint16(4, littleEndian) !== 8)) {
    throw new RasterError('The BigTIFF header is damaged; write the file again as a GeoTIFF.')
  }
  const note = await readNote(peek, source.size, bigTiff ? 16 : 8)
  const reader: TagReader = {
    size: source.size,
    peek,
    littleEndian,
    bigTiff,
    allowance: { values: 2 * TAG_LIMITS.blocks },
  }
  const directories: TiffDirectory[] = []
  const seen = new Set<number>()
  let at = bigTiff ? Number(head.getBigUint64(8, littleEndian)) : head.getUint32(4, littleEndian)
  while (at !== 0) {
    if (seen.has(at)) {
      throw new RasterError(
        `The file's list of images is circular (it returns to byte ${at}); write the file again as a GeoTIFF.`,
      )
    }
    if (seen.size >= LIMITS.directories) {
      throw new RasterError(
        `The file holds more than ${LIMITS.directories} images; send one raster with its overviews.`,
      )
    }
    seen.add(at)
    const { tags, next } = await readTags(reader, at)
    directories.push({ at, ...directoryFrom(tags, source.size, directories.length) })
    at = next
  }
  if (directories.length === 0)
    throw new RasterError('The TIFF holds no image; write the file again as a GeoTIFF.')
  return { littleEndian, bigTiff, directories, ...note }
}

const NOTE = /^GDAL_STRUCTURAL_METADATA_SIZE=(\d{6}) bytes\n/
const NOTE_BYTES = 43
const MOST_NOTE_BYTES = 4096

/** GDAL's note on the structure of the file, which COGs have between the header and the first directory. */
async function readNote(peek: Peek, size: number, at: number) {
  const { buffer, byteOffset, byteLength } = await peek(at, Math.min(MOST_NOTE_BYTES, size - at))
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
  const length = NOTE.exec(text)?.[1]
  if (length === undefined) return { firstDirectoryAt: at, isEdited: false }
  const end = NOTE_BYTES + Number(length)
  const isEdited = text.slice(0, end).includes('KNOWN_INCOMPATIBLE_EDITION=YES')
  return { firstDirectoryAt: at + end + ((at + end) % 2), isEdited }
}

function directoryFrom(tags: TagValues, size: number, index: number): Omit<TiffDirectory, 'at'> {
  const numbers = (tag: number) => {
    const value = tags.get(tag)
    return typeof value === 'string' ? undefined : value
  }
  const one = (tag: number, otherwise: number) => numbers(tag)?.[0] ?? otherwise
  const which = index === 0 ? 'The raster' : `Image ${index + 1} of the file`
  const width = one(TAG.width, 0)
  const height = one(TAG.height, 0)
  const bands = one(TAG.samplesPerPixel, 1)
  const okSide = (n: number) => Number.isInteger(n) && n >= 1 && n <= LIMITS.side
  if (!okSide(width) || !okSide(height)) {
    throw new RasterError(
      `${which} claims ${width} × ${height} cells; each side must have 1 to ${LIMITS.side}.${width > LIMITS.side || height > LIMITS.side ? ` If it has that many, cut it to the country (${CUT_COMMAND}).` : ''}`,
    )
  }
  if (!(bands >= 1 && bands <= LIMITS.bands)) {
    throw new RasterError(`${which} claims ${bands} bands; 1 to ${LIMITS.bands} are allowed.`)
  }
  const perBand = (tag: number, otherwise: number) =>
    Array.from({ length: bands }, (_, i) => numbers(tag)?.[i] ?? one(tag, otherwise))
  const bits = perBand(TAG.bitsPerSample, 1)
  const tiled = tags.has(TAG.tileWidth)
  const blockWidth = tiled ? one(TAG.tileWidth, 0) : width
  const blockHeight = tiled ? one(TAG.tileLength, 0) : Math.min(one(TAG.rowsPerStrip, height), height)
  if (!(blockWidth >= 1 && blockHeight >= 1)) {
    throw new RasterError(`${which} has blocks of ${blockWidth} × ${blockHeight} cells; the file is damaged.`)
  }
  const planar = one(TAG.planarConfiguration, 1)
  const formats = perBand(TAG.sampleFormat, 1)
  const sizes = bits.map((b, i) => sampleBytes(formats[i], b))
  const blockSize =
    blockWidth * blockHeight * (planar === 2 ? sizes[0] : sizes.reduce((sum, size) => sum + size, 0))
  const allowed = tiled ? LIMITS.tileBytes : LIMITS.stripBytes
  if (!(blockSize <= allowed)) {
    throw new RasterError(
      `${which} is stored in ${tiled ? 'tiles' : 'strips'} of ${Math.round(blockSize / 2 ** 20)} MiB, ${allowed / 2 ** 20} MiB are allowed; rewrite it with smaller tiles (gdal_translate -of COG).`,
    )
  }
  const offsets = numbers(tiled ? TAG.tileOffsets : TAG.stripOffsets) ?? new Float64Array(0)
  const counts = numbers(tiled ? TAG.tileByteCounts : TAG.stripByteCounts) ?? new Float64Array(0)
  const expected =
    Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight) * (planar === 2 ? bands : 1)
  if (offsets.length === expected && counts.length === 0) {
    throw new RasterError(
      `${which} does not say how many bytes its blocks take (tag ${tiled ? 'TileByteCounts' : 'StripByteCounts'}); write it again with gdal_translate (gdal_translate in.tif out.tif), or if GDAL cannot open it either, with the program that made it.`,
    )
  }
  if (offsets.length !== expected || counts.length !== expected) {
    throw new RasterError(
      `${which} claims ${width} × ${height} cells in ${expected} blocks, but the file lists ${Math.min(offsets.length, counts.length)}; it is damaged or truncated; send it again.`,
    )
  }
  for (let i = 0; i < expected; i++) {
    if (counts[i] !== 0 && !(offsets[i] + counts[i] <= size)) {
      throw new RasterError(
        `${which} ends early: block ${i + 1} of ${expected} reaches to byte ${offsets[i] + counts[i]}, the file ends at ${size}. It was probably truncated while copying; send it again.`,
      )
    }
  }
  return {
    width,
    height,
    bands,
    bits,
    formats,
    compression: one(TAG.compression, 1),
    predictor: one(TAG.predictor, 1),
    planar,
    subfile: one(TAG.subfile, 0),
    photometric: one(TAG.photometric, 1),
    fillOrder: one(TAG.fillOrder, 1),
    tiled,
    blockWidth,
    blockHeight,
    offsets,
    counts,
    tags,
  }
}

function notTiff(head: DataView): RasterError {
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const kind = LOOKS_LIKE.find(([magic]) => start.trimStart().startsWith(magic))?.[1]
  return new RasterError(
    `This is not a GeoTIFF${kind ? ` but ${kind}` : ''}; export the raster as a GeoTIFF (.tif) and send that.`,
  )
}
