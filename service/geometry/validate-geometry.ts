import { type Edges, findCrossing, indexEdges, type Point, TooManyEdges } from './edges.ts'
import { GeometryError, type GeometryFinding, REPAIR, shown } from './geometry-finding.ts'
import { polygonsIn } from './polygons-in.ts'
import type { PlaceGeometry } from './polygons.ts'
import { requireHoles, requireParts } from './validate-parts.ts'
import type { Budget } from './work-budget.ts'

const TOO_CLOSE = 'too many edges of the outlines lie too close together to be checked.'
/** In degrees: what computing leaves of ±180 and ±90. */
const ROUNDING = 1e-9

export interface ValidatedGeometry {
  geometry: PlaceGeometry
  /** Lines or points were left out. */
  hasOthers: boolean
}

/** How a file writes positions. */
interface PositionForm {
  /** Latitude comes first. */
  swap?: boolean
  /** From the file's system; null: they are degrees on WGS 84. */
  toDegrees?: ((x: number, y: number) => [lon: number, lat: number]) | null
}

/** The geometry's polygons with two coordinates per position, longitude first, or its first error. */
export function validateGeometry(
  given: unknown,
  budget: Budget,
  form: PositionForm = {},
): ValidatedGeometry | { finding: GeometryFinding } {
  try {
    return geometryOf(given, budget, form)
  } catch (error) {
    if (error instanceof GeometryError) return { finding: error.finding }
    if (error instanceof TooManyEdges)
      return { finding: { message: TOO_CLOSE, help: 'Simplify the outlines.' } }
    throw error
  }
}

function geometryOf(given: unknown, budget: Budget, form: PositionForm): ValidatedGeometry {
  const { polygons, isMulti, hasOthers } = polygonsIn(given)
  const parts = polygons.map((polygon) => ringsOf(polygon, budget, form))
  requireParts(parts, budget)
  const coordinates = parts.map((rings) => rings.map(({ ring }) => ring as unknown as number[][]))
  const geometry: PlaceGeometry =
    isMulti || coordinates.length > 1
      ? { type: 'MultiPolygon', coordinates }
      : { type: 'Polygon', coordinates: coordinates[0] }
  return { geometry, hasOthers }
}

function ringsOf(given: unknown, budget: Budget, form: PositionForm): Edges[] {
  if (!Array.isArray(given)) throw new GeometryError('a polygon has no ring.')
  const rings = given.map((ring: unknown) => {
    if (!Array.isArray(ring) || ring.length < 4)
      throw new GeometryError('a ring has fewer than four positions.', REPAIR)
    const positions = ring.map((position: unknown) => positionOf(position, form))
    const [first, last] = [positions[0], positions[positions.length - 1]]
    if (first[0] !== last[0] || first[1] !== last[1])
      throw new GeometryError('a ring is not closed; its last position must equal its first.', REPAIR)
    return validateRing(positions, budget)
  })
  requireHoles(rings, budget)
  return rings
}

function positionOf(position: unknown, { swap, toDegrees }: PositionForm): [number, number] {
  if (!Array.isArray(position)) throw new GeometryError('a position is not a list of numbers.')
  const [x, y] = position as unknown[]
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
    throw new GeometryError('a position is not a pair of numbers.')
  const [lon, lat] = swap ? [y, x] : [x, y]
  return toDegrees ? onEarth(...toDegrees(lon, lat)) : onEarth(lon, lat)
}

function onEarth(lon: number, lat: number): [number, number] {
  if (Math.abs(lon) <= 180 && Math.abs(lat) <= 90) return [lon, lat]
  if (Math.abs(lon) <= 180 + ROUNDING && Math.abs(lat) <= 90 + ROUNDING)
    return [Math.max(-180, Math.min(180, lon)), Math.max(-90, Math.min(90, lat))]
  if (Math.abs(lon) <= 540 && Math.abs(lat) <= 90)
    throw new GeometryError(
      `the position ${lon}, ${lat} lies beyond the longitude of 180 degrees.`,
      'Write longitudes from −180° to 180°, e.g. with ogr2ogr -wrapdateline out.gpkg in.geojson.',
      'turn',
    )
  if (Math.abs(lon) <= 180 && Math.abs(lat) < 91)
    throw new GeometryError(
      `the position ${lon}, ${lat} lies beyond the pole.`,
      'Cut it off, e.g. with ogr2ogr -clipsrc -180 -90 180 90 out.gpkg in.geojson.',
      'turn',
    )
  throw new GeometryError(
    `the position ${lon}, ${lat} is not in degrees.`,
    'Write longitude and latitude (EPSG:4326). If the file does not say which system it is in, add it, e.g. ogr2ogr -s_srs EPSG:32632 -t_srs EPSG:4326 out.gpkg in.geojson.',
    'degrees',
  )
}

function validateRing(ring: readonly Point[], budget: Budget): Edges {
  let area = 0
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]]
    if (Math.abs(x2 - x1) > 180)
      throw new GeometryError(
        `a ring crosses the antimeridian near latitude ${y1}.`,
        'Split it at 180 degrees (RFC 7946, section 3.1.9), e.g. with ogr2ogr -wrapdateline out.gpkg in.geojson.',
      )
    area += (x2 - ring[0][0] + x1 - ring[0][0]) * (y2 - y1)
  }
  const edges = indexEdges(ring)
  const crossing = findCrossing(edges, budget)
  if (crossing) throw new GeometryError(`an outline crosses itself near ${shown(crossing)}.`, REPAIR)
  if (Math.abs(area) < 1e-12) throw new GeometryError('a ring has no area.', 'Remove it, or draw it again.')
  return edges
}
