import type { TiffDirectory } from '../tiff/check-header.ts'
import { TAG } from '../tiff/tiff-tags.ts'

/** GeoTIFF 1.1 keys (OGC 19-008r4) that define a raster's reference system. */
export const GEO_KEY = {
  modelType: 1024,
  rasterType: 1025,
  citation: 1026,
  geographicType: 2048,
  geographicCitation: 2049,
  datum: 2050,
  primeMeridian: 2051,
  angularUnits: 2054,
  ellipsoid: 2056,
  semiMajor: 2057,
  semiMinor: 2058,
  inverseFlattening: 2059,
  primeMeridianDegrees: 2061,
  toWgs84: 2062,
  projectedType: 3072,
  projectedCitation: 3073,
  projection: 3074,
  projectionMethod: 3075,
  linearUnits: 3076,
  linearUnitSize: 3077,
  standardParallel: 3078,
  standardParallel2: 3079,
  originLongitude: 3080,
  originLatitude: 3081,
  falseEasting: 3082,
  falseNorthing: 3083,
  falseOriginLongitude: 3084,
  falseOriginLatitude: 3085,
  falseOriginEasting: 3086,
  falseOriginNorthing: 3087,
  centerLongitude: 3088,
  centerLatitude: 3089,
  centerEasting: 3090,
  centerNorthing: 3091,
  originScale: 3092,
  centerScale: 3093,
  poleLongitude: 3095,
} as const

export type GeoKeys = ReadonlyMap<number, number | string>

/**
 * The GeoKey directory: numbers and texts. Several doubles are a text with commas. Keys that point outside the file are
 * ignored.
 */
export function geoKeysOf(directory: TiffDirectory): GeoKeys {
  const keys = directory.tags.get(TAG.geoKeys)
  const doubles = directory.tags.get(TAG.geoDoubles)
  const ascii = directory.tags.get(TAG.geoAscii)
  const found = new Map<number, number | string>()
  if (keys === undefined || typeof keys === 'string') return found
  for (let i = 4; i + 3 < keys.length; i += 4) {
    const [key, place, count, value] = keys.subarray(i, i + 4)
    if (place === 0) found.set(key, value)
    else if (place === TAG.geoDoubles && typeof doubles === 'object' && value < doubles.length)
      found.set(key, count > 1 ? doubles.subarray(value, value + count).join(',') : doubles[value])
    else if (place === TAG.geoAscii && typeof ascii === 'string')
      found.set(key, ascii.slice(value, value + count).replace(/\|+$/, ''))
  }
  return found
}
