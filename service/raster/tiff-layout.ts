import type { Affine } from './grid.ts'
import { RasterError } from './raster-error.ts'
import { TAG } from './tiff-tags.ts'

export interface CogLevel {
  width: number
  height: number
  /** Compressed tiles, row-major. */
  tiles: Buffer[]
}

export interface CogLayout {
  levels: CogLevel[]
  blockSize: number
  affine: Affine
  crs: number
  nodata: number
  description?: string
}

/** Field types of TIFF 6. */
const ASCII = 2
const SHORT = 3
const LONG = 4
const DOUBLE = 12

type Field = [
  tag: number,
  type: typeof ASCII | typeof SHORT | typeof LONG | typeof DOUBLE,
  values: number[] | string,
]

const STRUCTURE =
  'LAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\nBLOCK_LEADER=SIZE_AS_UINT4\n' +
  'BLOCK_TRAILER=LAST_4_BYTES_REPEATED\nKNOWN_INCOMPATIBLE_EDITION=NO\n '

/** Arranges encoded tiles as a classic little-endian TIFF in the order of GDAL's COG driver. */
export function layOut(cog: CogLayout): Buffer {
  const ghost = Buffer.from(
    `GDAL_STRUCTURAL_METADATA_SIZE=${String(STRUCTURE.length).padStart(6, '0')} bytes\n${STRUCTURE}`,
  )
  const fieldsOf = (offsets: number[][]) => cog.levels.map((level, i) => fields(cog, level, i, offsets[i]))
  const blank = cog.levels.map((level) => level.tiles.map(() => 0))
  const start = 8 + ghost.length + (ghost.length % 2)
  const sizes = fieldsOf(blank).map(directoryBytes)
  let at = start + sizes.reduce((sum, size) => sum + size, 0)
  const offsets = blank
  for (let i = cog.levels.length - 1; i >= 0; i--) {
    cog.levels[i].tiles.forEach((tile, k) => {
      offsets[i][k] = at + 4
      at += tile.length + 8
    })
  }
  if (at > 0xffffffff) throw new RasterError('The raster would be larger than 4 GiB; write it in parts.')
  const out = Buffer.alloc(at)
  out.write('II')
  out.writeUInt16LE(42, 2)
  out.writeUInt32LE(start, 4)
  ghost.copy(out, 8)
  let position = start
  fieldsOf(offsets).forEach((list, i) => {
    const next = i + 1 < sizes.length ? position + sizes[i] : 0
    writeDirectory(out, position, list, next)
    position += sizes[i]
  })
  cog.levels.forEach((level, i) => {
    level.tiles.forEach((tile, k) => {
      const offset = offsets[i][k]
      out.writeUInt32LE(tile.length, offset - 4)
      tile.copy(out, offset)
      tile.copy(out, offset + tile.length, tile.length - 4)
    })
  })
  return out
}

function fields(cog: CogLayout, level: CogLevel, index: number, offsets: number[]): Field[] {
  const list: Field[] = []
  if (index > 0) list.push([TAG.subfile, LONG, [1]])
  list.push(
    [TAG.width, LONG, [level.width]],
    [TAG.height, LONG, [level.height]],
    [TAG.bitsPerSample, SHORT, [32]],
    [TAG.compression, SHORT, [8]],
    [TAG.photometric, SHORT, [1]],
    [TAG.samplesPerPixel, SHORT, [1]],
    [TAG.planarConfiguration, SHORT, [1]],
    [TAG.predictor, SHORT, [3]],
    [TAG.tileWidth, SHORT, [cog.blockSize]],
    [TAG.tileLength, SHORT, [cog.blockSize]],
    [TAG.tileOffsets, LONG, offsets],
    [TAG.tileByteCounts, LONG, level.tiles.map((tile) => tile.length)],
    [TAG.sampleFormat, SHORT, [3]],
  )
  if (index === 0) {
    const [a, , c, , e, f] = cog.affine
    list.push([TAG.pixelScale, DOUBLE, [a, -e, 0]], [TAG.tiepoint, DOUBLE, [0, 0, 0, c, f, 0]])
    list.push([TAG.geoKeys, SHORT, geoKeys(cog.crs)])
    if (cog.description) list.push([TAG.gdalMetadata, ASCII, metadata(cog.description)])
  }
  list.push([TAG.gdalNodata, ASCII, Number.isNaN(cog.nodata) ? 'nan' : String(cog.nodata)])
  return list
}

/** GTModelType (1 projected, 2 geographic), GTRasterType pixel-is-area, and the code; degrees for geographic ones. */
function geoKeys(crs: number): number[] {
  const geographic = crs >= 4000 && crs < 5000
  const keys = geographic
    ? [1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, crs, 2054, 0, 1, 9102]
    : [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, crs]
  return [1, 1, 0, keys.length / 4, ...keys]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string) => text.replaceAll(/[&<>]/g, (c) => ENTITIES[c])

/** GDAL unescapes the text again after its XML parser, so it is escaped twice. */
function metadata(description: string): string {
  const text = escapeXml(escapeXml(description))
  return `<GDALMetadata>\n  <Item name="DESCRIPTION" sample="0" role="description">${text}</Item>\n</GDALMetadata>\n`
}

const TYPE_SIZE = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 }

const asciiBytes = (text: string) => Buffer.from(`${text}\0`, 'utf8')

function fieldBytes([, type, values]: Field): number {
  return typeof values === 'string' ? asciiBytes(values).length : values.length * TYPE_SIZE[type]
}

const even = (n: number) => n + (n % 2)

function directoryBytes(list: Field[]): number {
  const outside = list.map(fieldBytes).filter((bytes) => bytes > 4)
  return 2 + list.length * 12 + 4 + outside.reduce((sum, bytes) => sum + even(bytes), 0)
}

function writeDirectory(out: Buffer, at: number, list: Field[], next: number): void {
  let outside = at + 2 + list.length * 12 + 4
  out.writeUInt16LE(list.length, at)
  list.forEach((field, i) => {
    const [tag, type, values] = field
    const bytes = fieldBytes(field)
    const entry = at + 2 + i * 12
    out.writeUInt16LE(tag, entry)
    out.writeUInt16LE(type, entry + 2)
    out.writeUInt32LE(bytes / TYPE_SIZE[type], entry + 4)
    let to = entry + 8
    if (bytes > 4) {
      out.writeUInt32LE(outside, to)
      to = outside
      outside += even(bytes)
    }
    if (typeof values === 'string') asciiBytes(values).copy(out, to)
    else {
      values.forEach((value, k) => {
        if (type === SHORT) out.writeUInt16LE(value, to + k * 2)
        else if (type === LONG) out.writeUInt32LE(value, to + k * 4)
        else out.writeDoubleLE(value, to + k * 8)
      })
    }
  })
  out.writeUInt32LE(next, at + 2 + list.length * 12)
}
