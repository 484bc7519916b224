import { cogHead, type CogTiles } from './cog-head.ts'
import type { Affine } from '../grid.ts'
import { RasterError } from '../raster-error.ts'
import { ASCII, DOUBLE, SHORT, type TiffField } from '../tiff/tiff-directory.ts'
import { TAG } from '../tiff/tiff-tags.ts'

export interface CogLevel {
  width: number
  height: number
  /** Compressed tiles, row-major. */
  tiles: Buffer[]
}

interface CogLayout {
  levels: CogLevel[]
  blockSize: number
  affine: Affine
  crs: number
  nodata: number
  about?: About
}

/** What GDAL shows about a raster of one band. */
export interface About {
  /** Name of the band. */
  description?: string
  unit?: string
  /** Items of metadata by their names, which are plain words. */
  items?: Record<string, string>
}

const MAX_BYTES = 2 ** 32 - 1

/** Arranges the encoded tiles of one float32 band in memory. */
export function layOut({ levels, blockSize, affine, crs, nodata, about }: CogLayout): Buffer {
  const image = {
    bands: 1,
    dataType: 'float32',
    blockSize,
    nodata: Number.isNaN(nodata) ? 'nan' : String(nodata),
    own: gridFields({ affine, crs }, about),
  } as const
  const placed = levels.map(place)
  if (placed.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES)
    throw new RasterError('The raster would be larger than 4 GiB; write it in parts.')
  return Buffer.concat([
    cogHead(image, placed),
    ...levels.toReversed().flatMap(({ tiles }) => tiles.flatMap(framed)),
  ])
}

/** The georeference of a north-up grid, and what the raster is about. */
export function gridFields(
  { affine, crs }: Pick<CogLayout, 'affine' | 'crs'>,
  about: About = {},
): TiffField[] {
  const own = [...northUpFields(affine), geoKeysField(crs)]
  const text = metadata(about)
  if (text) own.push([TAG.gdalMetadata, ASCII, text])
  return own
}

/** A tile between its size and a copy of its last four bytes, so that a reader need not look at the lists of tiles. */
export function framed(tile: Buffer): Buffer[] {
  const leader = Buffer.alloc(4)
  leader.writeUInt32LE(tile.length)
  return [leader, tile, tile.subarray(tile.length - 4)]
}

export const FRAME_BYTES = 8

function place({ width, height, tiles }: CogLevel): CogTiles {
  const counts = Float64Array.from(tiles, (tile) => tile.length)
  const offsets = new Float64Array(tiles.length)
  let at = 0
  for (let i = 0; i < tiles.length; i++) {
    offsets[i] = at + 4
    at += counts[i] + FRAME_BYTES
  }
  return { width, height, offsets, counts, bytes: at }
}

export function northUpFields([a, , c, , e, f]: Affine): TiffField[] {
  return [
    [TAG.pixelScale, DOUBLE, [a, -e, 0]],
    [TAG.tiepoint, DOUBLE, [0, 0, 0, c, f, 0]],
  ]
}

/** GTModelType (1 projected, 2 geographic), GTRasterType pixel-is-area, and the code; degrees for geographic ones. */
function geoKeysField(crs: number): TiffField {
  const geographic = crs >= 4000 && crs < 5000
  const keys = geographic
    ? [1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, crs, 2054, 0, 1, 9102]
    : [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, crs]
  return [TAG.geoKeys, SHORT, [1, 1, 0, keys.length / 4, ...keys]]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string) => text.replaceAll(/[&<>]/g, (c) => ENTITIES[c])

/** GDAL unescapes the texts again after its XML parser, so they are escaped twice. UTF-8, as a text of single bytes. */
function metadata({ description, unit, items = {} }: About): string {
  const band = { DESCRIPTION: description, UNITTYPE: unit }
  const lines = [
    ...Object.entries(items).map(([name, text]) => [`name="${name}"`, text]),
    ...Object.entries(band).map(([name, text]) => [
      `name="${name}" sample="0" role="${name.toLowerCase()}"`,
      text,
    ]),
  ].flatMap(([name, text]) => (text ? [`  <Item ${name}>${escapeXml(escapeXml(text))}</Item>\n`] : []))
  if (lines.length === 0) return ''
  return Buffer.from(`<GDALMetadata>\n${lines.join('')}</GDALMetadata>\n`).toString('latin1')
}
