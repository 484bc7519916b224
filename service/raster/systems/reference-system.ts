import { GEO_KEY, type GeoKeys } from './geo-keys.ts'
import type { ReferenceSystem } from '../grid.ts'
import { partsOfKeys } from './key-system.ts'
import { findProjection } from './projection.ts'
import { defineSystem, utmCodeOf } from './system-definition.ts'
import { parseWkt } from './wkt.ts'
import { codeOfWkt, partsOfWkt } from './wkt-system.ts'

const PROJECTED = 1
const GEOGRAPHIC = 2
const USER_DEFINED = 32_767
const MERCATOR = 7
const METRE = 9001
const WGS84 = 4326
const WEB_MERCATOR = 3857
const RADIUS = 6_378_137

const WEB_MERCATOR_NAMES = new Set([
  'wgs_1984_web_mercator_auxiliary_sphere',
  'wgs_1984_web_mercator',
  'wgs 84 / pseudo-mercator',
  'wgs 84 / web mercator',
  'popular visualisation crs / mercator',
  'google maps global mercator',
])

const LINEAR_ZEROS = [
  GEO_KEY.standardParallel,
  GEO_KEY.originLongitude,
  GEO_KEY.originLatitude,
  GEO_KEY.falseEasting,
  GEO_KEY.falseNorthing,
]

/**
 * EPSG code of a raster's reference system, or null if its keys do not determine one. A projected system that the file
 * defines itself is never mistaken for its geographic base; only Web Mercator is recognised without a code.
 */
export function epsgOf(keys: GeoKeys): number | null {
  const projected = codeAt(keys, GEO_KEY.projectedType)
  const model = keys.get(GEO_KEY.modelType)
  if (!isProjected(keys)) return model === PROJECTED ? null : codeAt(keys, GEO_KEY.geographicType)
  // A file that declares a geographic model but has projection keys is ambiguous.
  if (model === GEOGRAPHIC) return null
  return projected ?? (isWebMercator(keys) ? WEB_MERCATOR : null)
}

/**
 * The system of a raster: by its EPSG code, or by what the file defines itself, in Esri's text, in well-known text, or in
 * keys; without both if neither determines where the cells lie.
 */
export function systemOf(keys: GeoKeys): ReferenceSystem {
  const crs = epsgOf(keys)
  if (crs !== null) return { crs }
  const contradicts = keys.get(GEO_KEY.modelType) === GEOGRAPHIC && isProjected(keys)
  const text = textOf(keys).match(
    /\b(?:(?:PROJ|PROJECTED|GEOG|GEOGRAPHIC|GEOD|GEODETIC|BOUND|COMPOUND)CRS|PROJCS|GEOGCS|COMPD_CS)\[.*/s,
  )?.[0]
  const wkt = text === undefined ? null : parseWkt(text)
  const code = wkt && codeOfWkt(wkt)
  if (contradicts) return { crs: null }
  if (code && findProjection({ crs: code })) return { crs: code }
  const ofKeys = partsOfKeys(keys)
  const parts = wkt ? partsOfWkt(wkt) : ofKeys
  // Esri's text cannot hold a shift to WGS 84.
  if (parts && ofKeys) parts.base.shift ??= ofKeys.base.shift
  const system = parts && defineSystem(parts)
  if (!system) return { crs: null }
  const utm = utmCodeOf(system.definition)
  if (utm !== null) return { crs: utm }
  const crsName = printable(system.name)
  return { crs: null, crsDefinition: system.definition, crsName: crsName || null }
}

const printable = (name: string) => name.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 80)

function codeAt(keys: GeoKeys, key: number): number | null {
  const code = keys.get(key)
  return typeof code === 'number' && code > 0 && code !== USER_DEFINED ? code : null
}

function isProjected(keys: GeoKeys): boolean {
  const { projectedType, projection, projectionMethod } = GEO_KEY
  if (keys.get(GEO_KEY.modelType) === PROJECTED) return true
  return (
    [projectedType, projection, projectionMethod].some((key) => keys.has(key)) ||
    /PROJCS\[/.test(textOf(keys))
  )
}

/**
 * Recognised by name, by Esri's method, or by a sphere of 6,378,137 m. Mercator on the WGS 84 ellipsoid is a different
 * system (EPSG:3395), tens of kilometres away, although GDAL writes both with the same method and parameters.
 */
function isWebMercator(keys: GeoKeys): boolean {
  const number = (key: number) => {
    const value = keys.get(key)
    return typeof value === 'number' ? value : undefined
  }
  const base = number(GEO_KEY.geographicType) ?? USER_DEFINED
  const plain =
    LINEAR_ZEROS.every((key) => (number(key) ?? 0) === 0) &&
    (number(GEO_KEY.originScale) ?? 1) === 1 &&
    (number(GEO_KEY.linearUnits) ?? METRE) === METRE &&
    (number(GEO_KEY.projectionMethod) ?? MERCATOR) === MERCATOR &&
    (number(GEO_KEY.semiMajor) ?? RADIUS) === RADIUS &&
    (base === WGS84 || base === USER_DEFINED)
  if (!plain) return false
  const definition = esriDefinition(keys)
  if (definition !== null) return definition
  if (namesOf(keys).some((name) => WEB_MERCATOR_NAMES.has(name.toLowerCase()))) return true
  const sphere = number(GEO_KEY.semiMinor) === RADIUS || number(GEO_KEY.inverseFlattening) === 0
  return sphere && number(GEO_KEY.semiMajor) === RADIUS && number(GEO_KEY.projectionMethod) === MERCATOR
}

/** Whether Esri's text defines Web Mercator; null if there is no such text. */
function esriDefinition(keys: GeoKeys): boolean | null {
  const text = textOf(keys).match(/PROJCS\[.*/s)?.[0]
  if (text === undefined) return null
  const zeros = ['False_Easting', 'False_Northing', 'Central_Meridian', 'Standard_Parallel_1']
  const parameters = new Map(
    Array.from(text.matchAll(/PARAMETER\["(\w+)",\s*(-?[\d.eE+-]+)\]/g), ([, name, value]) => [
      name,
      Number(value),
    ]),
  )
  const sphere = /SPHEROID\["[^"]*",\s*6378137(\.0*)?,\s*0(\.0*)?\]/.test(text)
  const auxiliary =
    /PROJECTION\["Mercator_Auxiliary_Sphere"\]/.test(text) &&
    /DATUM\["D_WGS_1984"/.test(text) &&
    (parameters.get('Auxiliary_Sphere_Type') ?? 0) === 0
  return (
    (auxiliary || (sphere && /PROJECTION\["Mercator"\]/.test(text))) &&
    zeros.every((name) => (parameters.get(name) ?? 0) === 0) &&
    (parameters.get('Scale_Factor') ?? 1) === 1 &&
    /UNIT\["Meter",\s*1(\.0*)?\]\]\s*\|?$/i.test(text.trim())
  )
}

const textOf = (keys: GeoKeys): string =>
  [GEO_KEY.citation, GEO_KEY.projectedCitation].map((key) => keys.get(key) ?? '').join('\n')

/** Names of the system itself, without Esri's prefix and definition. */
function namesOf(keys: GeoKeys): string[] {
  return [GEO_KEY.citation, GEO_KEY.projectedCitation]
    .map((key) => String(keys.get(key) ?? ''))
    .filter((text) => !text.includes('['))
    .map((text) =>
      text
        .replace(/^PCS Name = /, '')
        .split('|')[0]
        .trim(),
    )
    .filter(isName)
}

const isName = (text: string) => text !== '' && text.toLowerCase() !== 'unknown'

/** That of a projected system's base would mislead. */
function geographicName(keys: GeoKeys): string[] {
  if (keys.get(GEO_KEY.modelType) !== GEOGRAPHIC) return []
  const [, name = ''] = /^GCS Name = ([^|]*)/.exec(String(keys.get(GEO_KEY.geographicCitation) ?? '')) ?? []
  return [name.trim()].filter(isName)
}

const NUMBERS: [key: number, name: string][] = [
  [GEO_KEY.modelType, 'GTModelType'],
  [GEO_KEY.geographicType, 'GeographicType'],
  [GEO_KEY.projectedType, 'ProjectedCSType'],
  [GEO_KEY.projection, 'Projection'],
  [GEO_KEY.projectionMethod, 'ProjCoordTrans'],
  [GEO_KEY.originLongitude, 'ProjNatOriginLong'],
  [GEO_KEY.originLatitude, 'ProjNatOriginLat'],
]

/** What a raster without a code does say about its reference system; null if nothing. */
export function cluesOf(keys: GeoKeys): string | null {
  const esri = textOf(keys).match(/(?:PROJCS|GEOGCS|LOCAL_CS)\["([^"]*)"/)?.[1]
  const known = [...namesOf(keys), ...geographicName(keys)]
  const names = [...new Set(esri === undefined ? known : [...known, esri])]
    .map(printable)
    .filter((name) => name !== '')
  const numbers = NUMBERS.filter(([key]) => typeof keys.get(key) === 'number').map(
    ([key, name]) => `${name} ${keys.get(key)}${keys.get(key) === USER_DEFINED ? ' (user-defined)' : ''}`,
  )
  const clues = [...names.map((name) => `'${name}'`), ...numbers]
  return clues.length > 0 ? clues.join(', ') : null
}
