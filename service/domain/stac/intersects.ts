import { type StacGeometry, stacGeometry } from '#contract/standards/stac.ts'
import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from '#drizzle'
import type { Executor } from '../../db/client.ts'
import { TooManyEdges } from '../../geometry/edges.ts'
import { type Shape, rectanglesMet } from '../../geometry/rectangles-met.ts'
import { type Sentence, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { bboxCondition } from './read-place-and-time.ts'
import { stacRows, where } from './rows.ts'

const MAX_POSITIONS = 10_000
const wrong = (message: Sentence) => new ServiceError('bad-request', message)
const FORM = sentence`intersects must be a GeoJSON geometry in degrees, e.g. {"type": "Point", "coordinates": [7.49, 9.06]}.`

type Position = readonly number[]

function partsOf({ type, coordinates }: Exclude<StacGeometry, { type: 'GeometryCollection' }>): Shape {
  const none = { points: [], lines: [], polygons: [] }
  switch (type) {
    case 'Point':
      return { ...none, points: [coordinates] }
    case 'MultiPoint':
      return { ...none, points: coordinates }
    case 'LineString':
      return { ...none, lines: [coordinates] }
    case 'MultiLineString':
      return { ...none, lines: coordinates }
    case 'Polygon':
      return { ...none, polygons: [coordinates] }
    case 'MultiPolygon':
      return { ...none, polygons: coordinates }
  }
}

function read(given: string | StacGeometry): StacGeometry {
  if (typeof given !== 'string') return given
  try {
    return stacGeometry.parse(JSON.parse(given))
  } catch {
    throw wrong(FORM)
  }
}

function boundsOf(positions: readonly Position[]): [number, number, number, number] {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of positions) {
    if (Math.abs(x) > 180 || Math.abs(y) > 90) throw wrong(FORM)
    bounds[0] = Math.min(bounds[0], x)
    bounds[1] = Math.min(bounds[1], y)
    bounds[2] = Math.max(bounds[2], x)
    bounds[3] = Math.max(bounds[3], y)
  }
  return bounds
}

/** @throws ServiceError 'bad-request' */
function readShape(given: string | StacGeometry): { shape: Shape; bounds: number[] } {
  const geometry = read(given)
  const parts = (geometry.type === 'GeometryCollection' ? geometry.geometries : [geometry]).map(partsOf)
  const shape = {
    points: parts.flatMap(({ points }) => points),
    lines: parts.flatMap(({ lines }) => lines),
    polygons: parts.flatMap(({ polygons }) => polygons),
  }
  const positions = [...shape.points, ...shape.lines.flat(), ...shape.polygons.flat(2)]
  if (positions.length === 0) throw wrong(FORM)
  if (positions.length > MAX_POSITIONS)
    throw wrong(sentence`intersects has more than 10,000 positions. Simplify it, or use bbox.`)
  return { shape, bounds: boundsOf(positions) }
}

/** Edges near the rectangles of items, 100 ns each; those of a country need a few per rectangle. */
const MOST_EDGES = 1_000_000
/** Different rectangles of items. */
const MOST_EXTENTS = 20_000
const TOO_MUCH = sentence`intersects has too many edges near too many items. Simplify it, use bbox, or name fewer items with collections, datetime or filter.`
/** Other calls have their turn after this time. */
const TURN_MS = 5

interface Row extends Record<string, unknown> {
  key: string
  extent: [number, number, number, number]
}

/**
 * Items whose rectangle meets the geometry, on the plane of longitude and latitude, as PostGIS is not required. Many items
 * have the same rectangle: each one that meets the box around the geometry and the other conditions is compared once, here
 * rather than by the database, whose geometric types compare every edge. @throws ServiceError 'bad-request'
 */
export async function intersects(
  db: Executor,
  given: string | StacGeometry,
  conditions: readonly SQL[],
): Promise<SQL> {
  const { shape, bounds } = readShape(given)
  const meets = rectanglesMet(shape, { left: MOST_EDGES })
  const { rows } = await db.execute<Row>(sql`
    select distinct item.extent::text as key, item.extent from ${stacRows}
    ${where([...conditions, bboxCondition(bounds)])} limit ${MOST_EXTENTS + 1}`)
  if (rows.length > MOST_EXTENTS) throw wrong(TOO_MUCH)
  const found: string[] = []
  let since = performance.now()
  for (const { key, extent } of rows) {
    try {
      if (meets(extent)) found.push(key)
    } catch (error) {
      throw error instanceof TooManyEdges ? wrong(TOO_MUCH) : error
    }
    if (performance.now() - since < TURN_MS) continue
    await setImmediate()
    since = performance.now()
  }
  return sql`item.extent::text = any(${sql.param(found)}::text[])`
}
