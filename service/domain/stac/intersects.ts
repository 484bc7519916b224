import { type StacGeometry, stacGeometry } from '#contract/stac.ts'
import { type SQL, sql } from '#drizzle'
import { ServiceError } from '../../service-error.ts'
import { touches } from './read-place-and-time.ts'

const MAX_POSITIONS = 10_000
const wrong = (message: string) => new ServiceError('bad-request', message)
const FORM =
  'intersects must be a GeoJSON geometry in degrees, e.g. {"type": "Point", "coordinates": [7.49, 9.06]}.'

type Position = readonly number[]
type Shape = Exclude<StacGeometry, { type: 'GeometryCollection' }>

interface Parts {
  points: Position[]
  lines: Position[][]
  polygons: Position[][][]
}

function partsOf(shape: Shape): Parts {
  const { type, coordinates } = shape
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

const point = ([x, y]: Position) => `(${x},${y})`
const segmentsOf = (line: readonly Position[]) =>
  line.slice(1).map((end, i) => `[${point(line[i])},${point(end)}]`)
/** PostgreSQL closes a ring itself. */
const ring = (positions: readonly Position[]) => `(${positions.slice(0, -1).map(point).join(',')})`
const texts = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`

/**
 * Items whose rectangle meets the geometry, on the plane of longitude and latitude: PostgreSQL's own geometric types, as
 * PostGIS is not required. @throws ServiceError 'bad-request'
 */
export function intersects(given: string | StacGeometry): SQL {
  const geometry = read(given)
  const parts = (geometry.type === 'GeometryCollection' ? geometry.geometries : [geometry]).map(partsOf)
  const points = parts.flatMap((one) => one.points)
  const lines = parts.flatMap((one) => one.lines)
  const polygons = parts.flatMap((one) => one.polygons)
  const positions = [...points, ...lines.flat(), ...polygons.flat(2)]
  if (positions.length === 0) throw wrong(FORM)
  if (positions.length > MAX_POSITIONS)
    throw wrong(`intersects has more than 10,000 positions. Simplify it, or use bbox.`)
  const holes = polygons.flatMap(([, ...rings], i) => rings.map((hole) => ({ hole: ring(hole), of: i + 1 })))
  const box = sql`box(point(item.extent[1], item.extent[2]), point(item.extent[3], item.extent[4]))`
  return sql`(${touches(boundsOf(positions))} and (
    exists (select from unnest(${texts(points.map(point))}::point[]) as one where ${box} @> one)
    or exists (select from unnest(${texts(lines.flatMap(segmentsOf))}::lseg[]) as one where one ?# ${box})
    or exists (
      select from unnest(${texts(polygons.map(([shell]) => ring(shell)))}::polygon[]) with ordinality as shell(ring, number)
      where shell.ring && polygon(${box}) and not exists (
        select from unnest(${texts(holes.map(({ hole }) => hole))}::polygon[], ${sql.param(holes.map(({ of }) => of))}::int[])
          as hole(ring, shell)
        where hole.shell = shell.number and hole.ring @> polygon(${box})))))`
}
