import { GEO_KEY, type GeoKeys } from './geo-keys.ts'
import type { Parameters, SystemParts } from './system-definition.ts'

const USER_DEFINED = 32_767
const GEOGRAPHIC_MODEL = 2

/** GeoTIFF's ProjCoordTrans codes. */
const METHOD_CODES: Readonly<Record<number, string>> = {
  1: 'tmerc',
  7: 'merc',
  8: 'lcc',
  9: 'lcc',
  10: 'laea',
  11: 'aea',
  12: 'aeqd',
  13: 'eqdc',
  14: 'stere',
  15: 'stere',
  16: 'sterea',
  17: 'eqc',
  18: 'cass',
  20: 'mill',
  22: 'poly',
  23: 'robin',
  24: 'sinu',
  28: 'cea',
}
const POLAR = 15

/** Ellipsoids by EPSG code: semi-major axis and inverse flattening. */
const ELLIPSOIDS: Readonly<Record<number, readonly [number, number]>> = {
  7001: [6377563.396, 299.3249646],
  7003: [6378160, 298.25],
  7004: [6377397.155, 299.1528128],
  7008: [6378206.4, 294.978698213898],
  7012: [6378249.145, 293.465],
  7019: [6378137, 298.257222101],
  7022: [6378388, 297],
  7024: [6378245, 298.3],
  7030: [6378137, 298.257223563],
  7035: [6371000, 0],
  7043: [6378135, 298.26],
  7048: [6371007, 0],
}

const METRES: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937, 9036: 1000 }

/** The system that the keys of a file define; null if they define none. */
export function partsOfKeys(keys: GeoKeys): SystemParts | null {
  const number = (key: number) => {
    const value = keys.get(key)
    return typeof value === 'number' ? value : undefined
  }
  const name = nameOf(keys)
  const base = baseOfKeys(keys)
  if (number(GEO_KEY.angularUnits) !== undefined && number(GEO_KEY.angularUnits) !== 9102) return null
  if (number(GEO_KEY.modelType) === GEOGRAPHIC_MODEL)
    return keys.has(GEO_KEY.projectionMethod) ? null : { name, base, method: null, parameters: {}, unit: 1 }
  const code = number(GEO_KEY.linearUnits) ?? 9001
  const unit = code === USER_DEFINED ? number(GEO_KEY.linearUnitSize) : METRES[code]
  if (unit === undefined) return null
  const utm = utmOf(number(GEO_KEY.projection))
  if (utm) return { name, base, method: 'tmerc', parameters: utm, unit }
  const method = number(GEO_KEY.projectionMethod)
  if (method === undefined || METHOD_CODES[method] === undefined) return null
  return { name, base, method: METHOD_CODES[method], parameters: parametersOf(keys, method, unit), unit }
}

/** EPSG's conversions 16001 to 16060 and 16101 to 16160. */
function utmOf(code: number | undefined): Parameters | null {
  const zone = code === undefined ? 0 : code % 100
  if (code === undefined || zone < 1 || zone > 60 || (code - zone !== 16_000 && code - zone !== 16_100))
    return null
  const y_0 = code > 16_100 ? 10_000_000 : 0
  return { lat_0: 0, lon_0: zone * 6 - 183, k_0: 0.9996, x_0: 500_000, y_0 }
}

function parametersOf(keys: GeoKeys, method: number, unit: number): Parameters {
  const first = (...names: number[]) => {
    for (const key of names) {
      const value = keys.get(key)
      if (typeof value === 'number') return value
    }
    return undefined
  }
  const k = GEO_KEY
  const easting = first(k.falseEasting, k.falseOriginEasting, k.centerEasting)
  const northing = first(k.falseNorthing, k.falseOriginNorthing, k.centerNorthing)
  const lat_0 = first(k.originLatitude, k.falseOriginLatitude, k.centerLatitude)
  const lat_1 = first(k.standardParallel)
  const given: Parameters = {
    lat_0,
    lon_0: first(k.originLongitude, k.falseOriginLongitude, k.centerLongitude, k.poleLongitude),
    lat_1,
    lat_2: first(k.standardParallel2),
    k_0: first(k.originScale, k.centerScale),
    x_0: easting === undefined ? undefined : easting * unit,
    y_0: northing === undefined ? undefined : northing * unit,
  }
  const name = METHOD_CODES[method]
  if (name === 'merc' || name === 'eqc' || name === 'cea') {
    given.lat_ts = lat_1
    given.lat_1 = undefined
  }
  if (method === 9) given.lat_1 = lat_0
  if (method === POLAR && lat_0 !== undefined) {
    given.lat_0 = Math.sign(lat_0) * 90
    if (Math.abs(lat_0) !== 90) given.lat_ts = lat_0
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function baseOfKeys(keys: GeoKeys): SystemParts['base'] {
  const number = (key: number) => {
    const value = keys.get(key)
    return typeof value === 'number' ? value : null
  }
  const code = (key: number) => {
    const value = number(key)
    return value !== null && value > 0 && value !== USER_DEFINED ? value : null
  }
  const ellipsoid = ELLIPSOIDS[code(GEO_KEY.ellipsoid) ?? 0]
  const axis = number(GEO_KEY.semiMajor) ?? ellipsoid?.[0] ?? null
  const minor = number(GEO_KEY.semiMinor)
  const fromAxes = axis !== null && minor !== null ? (axis === minor ? 0 : axis / (axis - minor)) : null
  const shift = keys.get(GEO_KEY.toWgs84)
  const meridian = code(GEO_KEY.primeMeridian)
  return {
    epsg: code(GEO_KEY.geographicType),
    // A datum with its own code would need that datum's shift.
    datum: datumOf(code(GEO_KEY.datum), keys),
    axis,
    flattening: number(GEO_KEY.inverseFlattening) ?? fromAxes ?? ellipsoid?.[1] ?? null,
    shift: typeof shift === 'string' ? shift.split(',').map(Number) : null,
    meridian:
      number(GEO_KEY.primeMeridianDegrees) ?? (meridian === null || meridian === 8901 ? 0 : Number.NaN),
  }
}

const LIKE_WGS84 = new Set([6326, 6269, 6258])

function datumOf(code: number | null, keys: GeoKeys): string | null {
  if (code !== null) return LIKE_WGS84.has(code) ? 'WGS_1984' : `EPSG ${code}`
  const citation = String(keys.get(GEO_KEY.geographicCitation) ?? '')
  return /Datum = ([^|]*)/.exec(citation)?.[1] ?? /^GCS Name = ([^|]*)/.exec(citation)?.[1] ?? null
}

function nameOf(keys: GeoKeys): string {
  const texts = [GEO_KEY.projectedCitation, GEO_KEY.citation, GEO_KEY.geographicCitation]
    .map((key) => String(keys.get(key) ?? ''))
    .filter((text) => text !== '' && !/unknown|unnamed|user-defined/i.test(text))
  return (texts[0] ?? '')
    .replace(/^(PCS|GCS) Name = /, '')
    .split('|')[0]
    .trim()
}
