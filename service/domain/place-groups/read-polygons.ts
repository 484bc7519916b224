import { ServiceError } from '../../service-error.ts'

export type PlaceGeometry =
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }

export interface Place {
  code: string
  name: string
  parent_code: string | null
  geometry: PlaceGeometry
}

/** Names of the properties of each feature. */
export interface PlaceProperties {
  name: string
  code: string
  parent?: string
}

const MAX_PLACES = 5000
const MAX_POSITIONS = 2_000_000

const refuse = (detail: string) => new ServiceError('invalid', detail)

/** The features of a GeoJSON FeatureCollection as places, each ring closed, finite and on Earth; third coordinates are dropped. */
export function readPolygons(content: Buffer, properties: PlaceProperties, file: string): Place[] {
  const features = featuresOf(content, file)
  const codes = new Map<string, number>()
  let positions = 0
  return features.map((feature, i) => {
    const where = `${file}, feature ${i + 1}`
    const { properties: given, geometry } = (feature ?? {}) as { properties?: unknown; geometry?: unknown }
    const code = textOf(given, properties.code, where)
    const former = codes.get(code)
    if (former !== undefined) {
      throw refuse(`${where}: the code '${code}' belongs to feature ${former} already; codes must be unique.`)
    }
    codes.set(code, i + 1)
    const checked = geometryOf(geometry, where)
    positions += countPositions(checked)
    if (positions > MAX_POSITIONS) {
      throw refuse(
        `${file} has more than ${MAX_POSITIONS.toLocaleString('en')} positions; simplify its outlines.`,
      )
    }
    return {
      code,
      name: textOf(given, properties.name, where),
      parent_code: properties.parent ? textOf(given, properties.parent, where) : null,
      geometry: checked,
    }
  })
}

function featuresOf(content: Buffer, file: string): unknown[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    throw refuse(`${file} is not valid GeoJSON: it is not UTF-8 JSON.`)
  }
  const { type, features } = (parsed ?? {}) as { type?: unknown; features?: unknown }
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    throw refuse(`${file} is not a GeoJSON FeatureCollection.`)
  }
  if (features.length === 0) throw refuse(`${file} has no features.`)
  if (features.length > MAX_PLACES) {
    throw refuse(`${file} has ${features.length} features; at most ${MAX_PLACES} are allowed.`)
  }
  return features
}

function textOf(properties: unknown, key: string, where: string): string {
  const value =
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, key)
      ? (properties as Record<string, unknown>)[key]
      : undefined
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 200 && !value.includes('\0')) {
    return value.trim().toWellFormed()
  }
  throw refuse(`${where}: the property '${key}' is missing or is neither a short text nor a number.`)
}

function geometryOf(geometry: unknown, where: string): PlaceGeometry {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  if (type === 'Polygon') return { type, coordinates: polygonOf(coordinates, where) }
  if (type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.length > 0) {
    return { type, coordinates: coordinates.map((polygon) => polygonOf(polygon, where)) }
  }
  throw refuse(`${where}: the geometry is not a Polygon or MultiPolygon.`)
}

function polygonOf(rings: unknown, where: string): number[][][] {
  if (!Array.isArray(rings) || rings.length === 0) throw refuse(`${where}: a polygon has no ring.`)
  return rings.map((ring: unknown) => {
    if (!Array.isArray(ring) || ring.length < 4) {
      throw refuse(`${where}: a ring has fewer than four positions.`)
    }
    const positions = ring.map((position: unknown) => positionOf(position, where))
    const [first, last] = [positions[0], positions[positions.length - 1]]
    if (first[0] !== last[0] || first[1] !== last[1]) {
      throw refuse(`${where}: a ring is not closed; its last position must equal its first.`)
    }
    return positions
  })
}

function positionOf(position: unknown, where: string): [number, number] {
  if (!Array.isArray(position)) throw refuse(`${where}: a position is not a list of numbers.`)
  const [lon, lat] = position as unknown[]
  if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon) || !Number.isFinite(lat)) {
    throw refuse(`${where}: a position is not a pair of numbers.`)
  }
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90) {
    throw refuse(
      `${where}: the position ${lon}, ${lat} is not in degrees; write GeoJSON in longitude and latitude (EPSG:4326).`,
    )
  }
  return [lon, lat]
}

function countPositions(geometry: PlaceGeometry): number {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
}
