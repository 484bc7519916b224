import { co } from '../support/rasters/gdal.ts'

/** GDAL's types, of which the file's bits and signs follow. */
export const KINDS: Record<string, { options: string[]; gdalType: string }> = {
  uint8: { options: ['-ot', 'Byte'], gdalType: 'Byte' },
  int8: { options: ['-ot', 'Byte', ...co('PIXELTYPE=SIGNEDBYTE')], gdalType: 'Byte' },
  uint16: { options: ['-ot', 'UInt16'], gdalType: 'UInt16' },
  int16: { options: ['-ot', 'Int16'], gdalType: 'Int16' },
  uint32: { options: ['-ot', 'UInt32'], gdalType: 'UInt32' },
  int32: { options: ['-ot', 'Int32'], gdalType: 'Int32' },
  uint64: { options: ['-ot', 'UInt64'], gdalType: 'UInt64' },
  int64: { options: ['-ot', 'Int64'], gdalType: 'Int64' },
  float32: { options: ['-ot', 'Float32'], gdalType: 'Float32' },
  float64: { options: ['-ot', 'Float64'], gdalType: 'Float64' },
}

/** Samples of other sizes than whole bytes, or than a usual float: the type by which they are stored. */
export const DEPTHS: [name: string, dataType: string, gdalType: string, options: string[]][] = [
  ...[1, 2, 3, 4, 5, 7].map((bits) => depth(bits, 'uint8', 'Byte')),
  ...[9, 11, 12, 15].map((bits) => depth(bits, 'uint16', 'UInt16')),
  ...[17, 20, 24, 31].map((bits) => depth(bits, 'uint32', 'UInt32')),
  ['half floats', 'float32', 'Float32', ['-ot', 'Float32', ...co('NBITS=16')]],
]

function depth(bits: number, dataType: string, gdalType: string): [string, string, string, string[]] {
  const scale = ['-scale', '-90', '211', '0', String(2 ** bits - 1)]
  return [`${bits} bits`, dataType, gdalType, ['-ot', gdalType, ...scale, ...co(`NBITS=${bits}`)]]
}

const LAYOUTS: [name: string, options: string[]][] = [
  ['strips of 7', co('BLOCKYSIZE=7')],
  ['tiles of 16', co('TILED=YES', 'BLOCKXSIZE=16', 'BLOCKYSIZE=16')],
  ['pixels, big-endian', ['-b', '1', '-b', '1', '-b', '1', ...co('INTERLEAVE=PIXEL', 'ENDIANNESS=BIG')]],
  [
    'bands, tiles',
    ['-b', '1', '-b', '1', ...co('INTERLEAVE=BAND', 'TILED=YES', 'BLOCKXSIZE=32', 'BLOCKYSIZE=16')],
  ],
  ['BigTIFF, big-endian', co('BIGTIFF=YES', 'ENDIANNESS=BIG', 'BLOCKYSIZE=5')],
]

/** As `ENCODINGS`, of samples that no predictor applies to, but for floats. */
export function DEPTH_ENCODINGS(name: string): { name: string; layout: string[] }[] {
  const packings = ['NONE', 'LZW', 'DEFLATE', 'ZSTD', 'PACKBITS'].map((codec): [string, string[]] => [
    codec,
    codec === 'NONE' ? [] : co(`COMPRESS=${codec}`),
  ])
  if (name === 'half floats') {
    // Not in big-endian files, into which GDAL 3.6 writes other values.
    packings[1][1].push(...co('PREDICTOR=3'))
    packings[3][1].push(...co('PREDICTOR=2'))
  }
  return inTurns(packings, 0)
}

/** Each packing once; the layouts take turns, so that over all types each meets each. */
export function ENCODINGS(type: string): { name: string; layout: string[] }[] {
  const predictors = type.startsWith('float') ? [3, 2] : [2]
  const hasLerc = type !== 'int8' && !type.endsWith('int64')
  const packings: [string, string[]][] = [
    ['NONE', []],
    ['PACKBITS', co('COMPRESS=PACKBITS')],
    ...['LZW', 'DEFLATE', 'ZSTD'].flatMap((codec): [string, string[]][] => [
      [codec, co(`COMPRESS=${codec}`)],
      ...predictors.map((predictor): [string, string[]] => [
        `${codec} ${predictor}`,
        co(`COMPRESS=${codec}`, `PREDICTOR=${predictor}`),
      ]),
    ]),
    ...(hasLerc ? [['LERC', co('COMPRESS=LERC')] as [string, string[]]] : []),
  ]
  const turn = Object.keys(KINDS).indexOf(type)
  return inTurns(packings, turn)
}

function inTurns(packings: [name: string, options: string[]][], turn: number) {
  return packings.map(([name, options], i) => {
    const [layout, more] = LAYOUTS[(i + turn) % LAYOUTS.length]
    return { name: `${name}, ${layout}`.replaceAll(/\W+/g, '-'), layout: [...options, ...more] }
  })
}

/** Georeference, nodata and containers. */
export const PLACES: [name: string, options: string[]][] = [
  ['pixel is point', ['-mo', 'AREA_OR_POINT=Point']],
  ['south-up', ['-a_ullr', '5', '6.1', '8.7', '9']],
  ['east to west', ['-a_ullr', '8.7', '9', '5', '6.1']],
  ['a part of it', ['-srcwin', '3', '4', '21', '17']],
  ['a larger grid of 1 × 2 degrees', ['-a_ullr', '-180', '90', '180', '-90']],
  ['COG', ['-of', 'COG', ...co('BLOCKSIZE=16', 'COMPRESS=DEFLATE', 'PREDICTOR=YES')]],
  ['BigTIFF COG', ['-of', 'COG', ...co('BIGTIFF=YES', 'COMPRESS=ZSTD')]],
  ['sparse', co('SPARSE_OK=TRUE', 'COMPRESS=LZW')],
  ['streamable', co('STREAMABLE_OUTPUT=YES')],
  ['nodata 0', ['-a_nodata', '0']],
  ['nodata that is no value of the cells', ['-a_nodata', '-9999']],
  ['nodata NaN', ['-a_nodata', 'nan']],
  ['nodata infinite', ['-a_nodata', 'inf']],
  ['nodata -infinite', ['-a_nodata', '-inf']],
  ['nodata of R', ['-a_nodata', '-3.4e+38']],
  ['nodata of ESRI', ['-a_nodata', '-3.40282346638529e+38']],
  ['nodata 0.1 in float32', ['-a_nodata', '0.1']],
  ['nodata 0.1 in float64', ['-ot', 'Float64', '-a_nodata', '0.1']],
  ['nodata -9999 in bytes', ['-ot', 'Byte', '-a_nodata', '-9999']],
  ['nodata 255 in bytes', ['-ot', 'Byte', '-a_nodata', '255']],
  ['nodata 300 in bytes', ['-ot', 'Byte', '-a_nodata', '300']],
  ['nodata 7.5 in bytes', ['-ot', 'Byte', '-a_nodata', '7.5']],
  ['nodata NaN in integers', ['-ot', 'Int16', '-a_nodata', 'nan']],
  ['nodata 65535 in int16', ['-ot', 'Int16', '-a_nodata', '65535']],
  ['nodata 4294967295', ['-ot', 'UInt32', '-a_nodata', '4294967295']],
  ['nodata -2147483648', ['-ot', 'Int32', '-a_nodata', '-2147483648']],
  ['nodata -9223372036854775808', ['-ot', 'Int64', '-a_nodata', '-9223372036854775808']],
  ['scale and offset', ['-a_scale', '0.01', '-a_offset', '273.15']],
]

/** Geographic and projected systems of four continents; units of degrees, metres and feet. */
export const CODES = [
  4326, 4258, 4269, 4267, 4148, 4277, 4283, 4314, 4674, 4324, 3857, 3395, 32632, 32737, 32718, 3035, 3034,
  2154, 27700, 5070, 2263, 26391, 26191, 21096, 31370, 28992, 25832, 6933, 3031, 4087,
]

/** Without its code, such a system is not determined: its datum has a name, but no shift in the file. */
export const NAMED_DATUMS = new Set([
  4267, 4148, 4277, 4283, 4314, 4674, 4324, 2154, 27700, 26391, 26191, 21096, 31370, 28992,
])

/** Their place in the test lies outside their area of use, where GDAL shifts nothing. */
export const USED_ELSEWHERE = new Set([4267, 4277])

/** What Strata does not read, and GDAL's options that the sentence recommends. */
export const REJECTED: [name: string, options: string[], reason: RegExp, remedy: string[]][] = [
  ...['CInt16', 'CInt32', 'CFloat32', 'CFloat64'].map((type): [string, string[], RegExp, string[]] => [
    type,
    ['-ot', type],
    /complex values of \d+ bits/,
    ['-ot', 'Float32'],
  ]),
  ['LZMA', co('COMPRESS=LZMA'), /compressed by LZMA/, ['-co', 'COMPRESS=DEFLATE']],
  [
    'CCITT',
    ['-ot', 'Byte', '-scale', '-90', '211', '0', '1', ...co('NBITS=1', 'COMPRESS=CCITTFAX4')],
    /compressed by CCITTFAX4/,
    ['-co', 'COMPRESS=DEFLATE'],
  ],
]
