import type { Budget } from './work-budget.ts'
import {
  type Edges,
  findCrossing,
  findCrossingWith,
  holds,
  indexEdges,
  type Point,
  TooManyEdges,
  touches,
} from './edges.ts'
import type { PlaceGeometry } from './polygons.ts'

/** A sentence that says what is wrong with a geometry, and how to repair it. */
interface GeometryFinding {
  message: string
  help?: string
}

const REPAIR = 'Repair it, e.g. with Fix geometries in QGIS, ST_MakeValid in PostGIS or st_make_valid in R.'
const TOO_CLOSE = 'too many edges of the outlines lie too close together to be checked.'

class FindingError extends Error {
  readonly finding: GeometryFinding
  constructor(message: string, help?: string) {
    super(message)
    this.finding = { message, help }
  }
}

/** The geometry with its first two coordinates, or its first error. */
export function validateGeometry(
  given: unknown,
  budget: Budget,
): { geometry: PlaceGeometry } | { finding: GeometryFinding } {
  try {
    return { geometry: geometryOf(given, budget) }
  } catch (error) {
    if (error instanceof FindingError) return { finding: error.finding }
    if (error instanceof TooManyEdges)
      return { finding: { message: TOO_CLOSE, help: 'Simplify the outlines.' } }
    throw error
  }
}

function geometryOf(given: unknown, budget: Budget): PlaceGeometry {
  const { type, coordinates, unreadable } = (given ?? {}) as {
    type?: unknown
    coordinates?: unknown
    unreadable?: string
  }
  if (unreadable !== undefined) throw new FindingError(unreadable)
  if (type === 'Polygon') return { type, coordinates: polygonOf(coordinates, budget) }
  if (type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.length > 0)
    return { type, coordinates: coordinates.map((polygon) => polygonOf(polygon, budget)) }
  throw new FindingError('the geometry is not a Polygon or MultiPolygon.')
}

function polygonOf(given: unknown, budget: Budget): number[][][] {
  if (!Array.isArray(given) || given.length === 0) throw new FindingError('a polygon has no ring.')
  let shell: Edges | undefined
  return given.map((ring: unknown) => {
    if (!Array.isArray(ring) || ring.length < 4)
      throw new FindingError('a ring has fewer than four positions.', REPAIR)
    const positions = ring.map((position: unknown) => positionOf(position))
    const [first, last] = [positions[0], positions[positions.length - 1]]
    if (first[0] !== last[0] || first[1] !== last[1])
      throw new FindingError('a ring is not closed; its last position must equal its first.', REPAIR)
    const edges = validateRing(positions, budget)
    if (shell) validateHole(positions, shell, budget)
    shell ??= edges
    return positions
  })
}

function positionOf(position: unknown): [number, number] {
  if (!Array.isArray(position)) throw new FindingError('a position is not a list of numbers.')
  const [lon, lat] = position as unknown[]
  if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon) || !Number.isFinite(lat))
    throw new FindingError('a position is not a pair of numbers.')
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90)
    throw new FindingError(
      `the position ${lon}, ${lat} is not in degrees; write GeoJSON in longitude and latitude (EPSG:4326).`,
    )
  return [lon, lat]
}

function validateRing(ring: readonly Point[], budget: Budget): Edges {
  let area = 0
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]]
    if (Math.abs(x2 - x1) > 180)
      throw new FindingError(
        `a ring crosses the antimeridian near latitude ${y1}.`,
        'Split it at 180 degrees (RFC 7946, section 3.1.9), e.g. with ogr2ogr -wrapdateline.',
      )
    area += (x2 - ring[0][0] + x1 - ring[0][0]) * (y2 - y1)
  }
  const edges = indexEdges(ring)
  const crossing = findCrossing(edges, budget)
  if (crossing) throw new FindingError(`an outline crosses itself near ${shown(crossing)}.`, REPAIR)
  if (Math.abs(area) < 1e-12) throw new FindingError('a ring has no area.', 'Remove it, or draw it again.')
  return edges
}

/** A hole lies inside its outline and may touch it (OGC 06-103r4, section 6.1.11.1). */
function validateHole(hole: readonly Point[], shell: Edges, budget: Budget): void {
  const crossing = findCrossingWith(shell, hole, budget)
  if (crossing) throw new FindingError(`a hole crosses its outline near ${shown(crossing)}.`, REPAIR)
  // Without a crossing, it can change sides only where it touches.
  let touched = true
  for (const position of hole) {
    const before = touched
    touched = touches(shell, position, budget)
    if (before && !touched && !holds(shell, position, budget))
      throw new FindingError(`a hole lies outside its outline near ${shown(position)}.`, REPAIR)
  }
}

const shown = ([lon, lat]: Point) => `${lon.toFixed(5)}, ${lat.toFixed(5)}`
