import type { Parameters, SystemParts } from './system-definition.ts'
import { childOf, type WktNode } from './wkt.ts'

const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS']
const GEOGRAPHIC = ['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS']
const BASE = ['GEOGCS', 'BASEGEOGCRS', 'BASEGEODCRS']
const RADIANS_PER_DEGREE = Math.PI / 180

/** Projection methods by their names in WKT 1, WKT 2 (EPSG) and Esri, without punctuation. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  transverse_mercator: 'tmerc',
  gauss_kruger: 'tmerc',
  mercator: 'merc',
  mercator_1sp: 'merc',
  mercator_2sp: 'merc',
  mercator_variant_a: 'merc',
  mercator_variant_b: 'merc',
  lambert_conformal_conic: 'lcc',
  lambert_conformal_conic_1sp: 'lcc',
  lambert_conformal_conic_2sp: 'lcc',
  lambert_conic_conformal_1sp: 'lcc',
  lambert_conic_conformal_2sp: 'lcc',
  lambert_azimuthal_equal_area: 'laea',
  albers: 'aea',
  albers_conic_equal_area: 'aea',
  albers_equal_area: 'aea',
  azimuthal_equidistant: 'aeqd',
  modified_azimuthal_equidistant: 'aeqd',
  equidistant_conic: 'eqdc',
  polar_stereographic: 'stere',
  polar_stereographic_variant_a: 'stere',
  polar_stereographic_variant_b: 'stere',
  stereographic: 'stere',
  stereographic_north_pole: 'stere',
  stereographic_south_pole: 'stere',
  oblique_stereographic: 'sterea',
  double_stereographic: 'sterea',
  equirectangular: 'eqc',
  equidistant_cylindrical: 'eqc',
  plate_carree: 'eqc',
  cassini: 'cass',
  cassini_soldner: 'cass',
  miller_cylindrical: 'mill',
  polyconic: 'poly',
  american_polyconic: 'poly',
  robinson: 'robin',
  sinusoidal: 'sinu',
  mollweide: 'moll',
  behrmann: 'cea',
  cylindrical_equal_area: 'cea',
  lambert_cylindrical_equal_area: 'cea',
}

const PARAMETER_NAMES: Readonly<Record<string, keyof Parameters>> = {
  latitude_of_origin: 'lat_0',
  latitude_of_center: 'lat_0',
  latitude_of_natural_origin: 'lat_0',
  latitude_of_false_origin: 'lat_0',
  latitude_of_projection_centre: 'lat_0',
  central_meridian: 'lon_0',
  longitude_of_center: 'lon_0',
  longitude_of_origin: 'lon_0',
  longitude_of_natural_origin: 'lon_0',
  longitude_of_false_origin: 'lon_0',
  longitude_of_projection_centre: 'lon_0',
  standard_parallel_1: 'lat_1',
  latitude_of_1st_standard_parallel: 'lat_1',
  standard_parallel_2: 'lat_2',
  latitude_of_2nd_standard_parallel: 'lat_2',
  latitude_of_standard_parallel: 'lat_ts',
  scale_factor: 'k_0',
  scale_factor_at_natural_origin: 'k_0',
  false_easting: 'x_0',
  easting_at_false_origin: 'x_0',
  easting_at_projection_centre: 'x_0',
  false_northing: 'y_0',
  northing_at_false_origin: 'y_0',
  northing_at_projection_centre: 'y_0',
}

const plain = (text: string | number | undefined) =>
  String(text ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** The horizontal system of a definition; null if there is none, or a number of it has no known meaning. */
export function partsOfWkt(node: WktNode): SystemParts | null {
  const system = horizontal(node)
  if (!system) return null
  const { node: found, shift } = system
  const isProjected = PROJECTED.includes(found.keyword)
  const base = isProjected ? childOf(found, ...BASE) : found
  if (!base) return null
  const parts = {
    name: String(found.values[0] ?? ''),
    base: { ...baseOfWkt(base), ...(shift && { shift }) },
  }
  if (!isProjected) return { ...parts, method: null, parameters: {}, unit: degreesPerUnit(base) }
  const metres = Number(
    unitOf(found)?.values[1] ?? childOf(childOf(found, 'AXIS'), 'LENGTHUNIT')?.values[1] ?? 1,
  )
  const conversion = childOf(found, 'CONVERSION') ?? found
  const methodName = plain(childOf(conversion, 'METHOD', 'PROJECTION')?.values[0])
  const method = Object.hasOwn(METHOD_NAMES, methodName) ? METHOD_NAMES[methodName] : ''
  const parameters = parametersOf(conversion, degreesPerUnit(base), metres)
  return parameters && { ...parts, method, parameters: settle(methodName, method, parameters), unit: metres }
}

/** EPSG code that the definition itself gives for its horizontal system. */
export function codeOfWkt(node: WktNode): number | null {
  const found = horizontal(node)?.node
  return found ? codeOf(found) : null
}

function codeOf(node: WktNode): number | null {
  const [authority, code] = childOf(node, 'ID', 'AUTHORITY')?.values ?? []
  const number = Number(code)
  return String(authority).toUpperCase() === 'EPSG' && Number.isInteger(number) && number > 0 ? number : null
}

function horizontal(node: WktNode): { node: WktNode; shift?: number[] } | null {
  if ([...PROJECTED, ...GEOGRAPHIC].includes(node.keyword)) return { node }
  if (['COMPD_CS', 'COMPOUNDCRS'].includes(node.keyword))
    return node.nodes[0] ? horizontal(node.nodes[0]) : null
  if (node.keyword !== 'BOUNDCRS') return null
  const source = childOf(node, 'SOURCECRS')?.nodes[0]
  const shift = childOf(node, 'ABRIDGEDTRANSFORMATION')
    ?.nodes.filter(({ keyword }) => keyword === 'PARAMETER')
    .map(({ values }) => Number(values[1]))
  if (!source || !shift || (shift.length !== 3 && shift.length !== 7)) return null
  // Written as a factor; PROJ takes parts per million.
  if (shift.length === 7 && Math.abs(shift[6] - 1) < 0.1)
    shift[6] = Number(((shift[6] - 1) * 1e6).toPrecision(10))
  const inner = horizontal(source)
  return inner && { ...inner, shift }
}

function baseOfWkt(base: WktNode): SystemParts['base'] {
  const datum = childOf(base, 'DATUM', 'ENSEMBLE', 'GEODETICDATUM', 'TRF')
  const ellipsoid = childOf(datum, 'SPHEROID', 'ELLIPSOID')
  const shift = childOf(datum, 'TOWGS84')?.values.map(Number)
  return {
    epsg: codeOf(base),
    datum: datum ? String(datum.values[0]) : null,
    axis: ellipsoid ? Number(ellipsoid.values[1]) : null,
    flattening: ellipsoid ? Number(ellipsoid.values[2]) : null,
    shift: shift && (shift.length === 3 || shift.length === 7) ? shift : null,
    meridian: Number(childOf(base, 'PRIMEM', 'PRIMEMERIDIAN')?.values[1] ?? 0),
  }
}

const unitOf = (node: WktNode) => childOf(node, 'UNIT', 'LENGTHUNIT', 'ANGLEUNIT')

function degreesPerUnit(base: WktNode): number {
  const unit = unitOf(base) ?? childOf(childOf(base, 'AXIS'), 'ANGLEUNIT')
  const factor = Number(unit?.values[1] ?? RADIANS_PER_DEGREE) / RADIANS_PER_DEGREE
  return Math.abs(factor - 1) < 1e-9 ? 1 : factor
}

function parametersOf(conversion: WktNode, degrees: number, metres: number): Parameters | null {
  const parameters: Parameters = {}
  for (const { keyword, values, nodes } of conversion.nodes) {
    if (keyword !== 'PARAMETER') continue
    const [name, value] = [plain(values[0]), Number(values[1])]
    const known = Object.hasOwn(PARAMETER_NAMES, name) ? PARAMETER_NAMES[name] : undefined
    const own = nodes.find((one) => one.keyword.endsWith('UNIT'))
    // Esri's sphere of a method, and rotations: only where they mean nothing.
    if (!known && value !== 0) return null
    if (!known) continue
    if (known === 'k_0') parameters.k_0 = value
    else if (known === 'x_0' || known === 'y_0')
      parameters[known] = value * (own ? Number(own.values[1]) : metres)
    else {
      const factor = own ? Number(own.values[1]) / RADIANS_PER_DEGREE : degrees
      parameters[known] = Number((value * factor).toPrecision(15))
    }
  }
  return parameters
}

/** What WKT 1 and Esri call otherwise than PROJ. */
function settle(name: string, method: string, given: Parameters): Parameters {
  const { lat_0, lat_1, lat_ts, ...rest } = given
  if (method === 'merc' || method === 'eqc' || method === 'cea') {
    // Their latitude of origin is that of true scale in WKT 1, or 0.
    const scale = lat_ts ?? lat_1 ?? (name === 'behrmann' ? 30 : undefined)
    return { ...rest, ...(scale !== undefined && { lat_ts: scale }), ...(lat_0 && { lat_0 }) }
  }
  if (method === 'lcc' && lat_1 === undefined) return { ...given, lat_1: lat_0 }
  if (method !== 'stere' || name === 'stereographic') return given
  const scale = lat_ts ?? lat_1 ?? (name === 'polar_stereographic_variant_a' ? undefined : lat_0)
  const pole = Math.sign(scale ?? lat_0 ?? 0) * 90
  return { ...rest, lat_0: pole, ...(scale !== undefined && Math.abs(scale) !== 90 && { lat_ts: scale }) }
}
