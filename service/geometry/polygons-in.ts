import { GeometryError, noGeometry } from './geometry-finding.ts'

interface PolygonsFound {
  /** Coordinates of polygons, not validated yet. */
  polygons: unknown[]
  isMulti: boolean
  /** Lines or points beside polygons, as ST_MakeValid leaves them. */
  hasOthers: boolean
}

const MAX_DEPTH = 10

/**
 * The polygons of a GeoJSON geometry, also those of a GeometryCollection.
 * @throws GeometryError if it has none, or is no geometry
 */
export function polygonsIn(given: unknown): PolygonsFound {
  if (given instanceof GeometryError) throw given
  if (given === null || given === undefined) throw noGeometry()
  const found: PolygonsFound = { polygons: [], isMulti: false, hasOthers: false }
  collect(given, found, 0)
  if (found.polygons.length > 0) return found
  if (!found.hasOthers) throw noGeometry('the geometry is empty.')
  const { type } = given as { type?: unknown }
  throw new GeometryError(
    `the geometry is ${typeof type === 'string' ? `a '${type.slice(0, 50)}'` : 'of no known type'}, not a Polygon or MultiPolygon.`,
    'Choose the file or layer with the areas of the units.',
    'type',
  )
}

function collect(given: unknown, found: PolygonsFound, depth: number): void {
  const { type, coordinates, geometries } = (given ?? {}) as {
    type?: unknown
    coordinates?: unknown
    geometries?: unknown
  }
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    if (depth === MAX_DEPTH)
      throw new GeometryError(`the geometry has more than ${MAX_DEPTH} collections inside each other.`)
    for (const one of geometries) collect(one, found, depth + 1)
  } else if (type === 'MultiPolygon' && Array.isArray(coordinates)) {
    found.isMulti = true
    for (const polygon of coordinates) if (!isEmpty(polygon)) found.polygons.push(polygon)
  } else if (!isEmpty(coordinates)) {
    if (type === 'Polygon') found.polygons.push(coordinates)
    else found.hasOthers = true
  }
}

const isEmpty = (coordinates: unknown) => Array.isArray(coordinates) && coordinates.length === 0
