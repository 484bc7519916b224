import { type AggregateRequest, MAX_AREAS, MAX_POSITIONS, aggregateAreas } from '#contract/jobs/aggregates.ts'
import { count } from '~/lib/figures.ts'

export type Areas = Extract<AggregateRequest['outlines'], { kind: 'areas' }>['areas']
type Geometry = Areas[number]['geometry']

const NAMES = ['name', 'Name', 'NAME', 'shapeName', 'NAME_2', 'NAME_1', 'ADM2_EN', 'ADM1_EN']
const CODES = ['code', 'Code', 'CODE', 'shapeISO', 'GID_2', 'GID_1', 'ADM2_PCODE', 'ADM1_PCODE']
const NO_POLYGONS = 'The file has no polygons. Choose GeoJSON with a Polygon or MultiPolygon for each unit.'

/** The polygons of a GeoJSON file with names and codes, or a sentence that says what is wrong with it. */
export function areasOfFile(text: string): Areas | string {
  const content = parse(text)
  if (content === undefined) return 'The file is not GeoJSON: it cannot be read as JSON.'
  const features = featuresOf(content)
  const areas = features.flatMap((feature, place): Areas => {
    const geometry = geometryOf(feature['geometry'])
    if (!geometry) return []
    const properties = record(feature['properties'])
    const named = textOf(properties, NAMES)
    const code = textOf(properties, CODES) ?? named ?? String(place + 1)
    return [{ code, name: named ?? code, geometry }]
  })
  return areas.length === 0 ? NO_POLYGONS : (problemOf(areas) ?? areas)
}

/** What the service would reject, by the first polygon that has it; undefined for nothing. */
function problemOf(areas: Areas): string | undefined {
  const [issue] = aggregateAreas.safeParse(areas).error?.issues ?? []
  if (!issue) return undefined
  const [place] = issue.path
  return typeof place === 'number'
    ? `The outline of ‘${areas[place].name}’ cannot be used: positions must be longitude and latitude in degrees, in rings that end where they begin.`
    : `The file has more than ${MAX_AREAS} units or ${count(MAX_POSITIONS)} positions. Simplify it, or add it as a version of place groups.`
}

/** A polygon of a line's vertices, closed. */
export const areaOfLine = (line: readonly { longitude: number; latitude: number }[]): Areas => {
  const ring = line.map(({ longitude, latitude }): [number, number] => [longitude, latitude])
  const geometry = { type: 'Polygon' as const, coordinates: [[...ring, ring[0]]] }
  return [{ code: 'area', name: 'Drawn area', geometry }]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function featuresOf(content: unknown): Record<string, unknown>[] {
  const { type, features } = record(content)
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.map(record)
  return type === 'Feature' ? [record(content)] : [{ geometry: content }]
}

/** Heights of positions are left out. */
function geometryOf(value: unknown): Geometry | null {
  const { type, coordinates } = record(value)
  if (!Array.isArray(coordinates)) return null
  const ring = (positions: unknown) =>
    (Array.isArray(positions) ? positions : []).map((position: unknown): [number, number] =>
      Array.isArray(position) ? [Number(position[0]), Number(position[1])] : [Number.NaN, Number.NaN],
    )
  const polygon = (rings: unknown) => (Array.isArray(rings) ? rings : []).map(ring)
  if (type === 'Polygon') return { type, coordinates: polygon(coordinates) }
  return type === 'MultiPolygon' ? { type, coordinates: coordinates.map(polygon) } : null
}

function textOf(properties: Record<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = properties[key]
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) return String(value)
  }
  return undefined
}
