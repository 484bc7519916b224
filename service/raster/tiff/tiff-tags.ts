/** Tags of TIFF 6, GeoTIFF 1.1 and GDAL that the reader and the writer use. */
export const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  pixelScale: 33550,
  tiepoint: 33922,
  transformation: 34264,
  geoKeys: 34735,
  geoDoubles: 34736,
  geoAscii: 34737,
  gdalMetadata: 42112,
  gdalNodata: 42113,
  lercParameters: 50674,
} as const

export const TAG_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(TAG).map(([name, tag]) => [tag, name]),
)

export const READ_TAGS: ReadonlySet<number> = new Set(Object.values(TAG))

/** Kept in the COG, but no value is read by them: if they are damaged, they are left out. */
export const OPTIONAL_TAGS: ReadonlySet<number> = new Set([TAG.colorMap, TAG.extraSamples, TAG.gdalMetadata])

/** Sizes, offsets, counts and codes. */
export const WHOLE_TAGS: ReadonlySet<number> = new Set(
  [...READ_TAGS].filter((tag) => (tag <= TAG.sampleFormat && !OPTIONAL_TAGS.has(tag)) || tag === TAG.geoKeys),
)

export const isBlockList = (tag: number): boolean =>
  tag === TAG.stripOffsets ||
  tag === TAG.stripByteCounts ||
  tag === TAG.tileOffsets ||
  tag === TAG.tileByteCounts

/** Integer field types, including signed ones: some writers use them for non-negative values. */
export const WHOLE_TYPES: ReadonlySet<number> = new Set([1, 3, 4, 6, 8, 9, 13, 16, 17, 18])

/** Bytes of one value by TIFF field type; unlisted types are skipped, as TIFF 6 requires. */
export const TYPE_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
}

export const JPEG = 7
export const LERC = 34887
export const WEBP = 50001

export const COMPRESSION: Readonly<Record<number, string>> = {
  1: 'NONE',
  2: 'CCITTRLE',
  3: 'CCITTFAX3',
  4: 'CCITTFAX4',
  5: 'LZW',
  6: 'OLD JPEG',
  7: 'JPEG',
  8: 'DEFLATE',
  32773: 'PACKBITS',
  32946: 'DEFLATE',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'ZSTD',
  50001: 'WEBP',
  50002: 'JXL',
}
