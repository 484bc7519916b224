import { jsonErrorIn } from '#service/tables/json-error.ts'
import { rejectOtherJson, rejectOtherBytes } from './other-formats.ts'
import { toDegreesFrom } from '../outline-system.ts'
import {
  MAX_PLACES,
  type RawFeature,
  type RawOutlines,
  toDegreesHelp,
  UnreadableOutlines,
} from '../outline-types.ts'

/** The features of a FeatureCollection, or one Feature, not validated yet. */
export function readGeoJson(content: Uint8Array): RawOutlines {
  if (content.length === 0) throw new UnreadableOutlines('the file is empty.')
  rejectOtherBytes(content)
  const parsed = parse(decode(content))
  const { type, features, crs } = (parsed ?? {}) as { type?: unknown; features?: unknown; crs?: unknown }
  const list = type === 'Feature' ? [parsed] : features
  if ((type !== 'FeatureCollection' && type !== 'Feature') || !Array.isArray(list)) {
    rejectOtherJson(parsed)
    throw new UnreadableOutlines(
      'the file is not a GeoJSON FeatureCollection.',
      'It begins with {"type": "FeatureCollection", "features": [. Export it as GeoJSON or GeoPackage.',
    )
  }
  const toDegrees = systemOf(crs)
  if (list.length === 0) throw new UnreadableOutlines('the file has no features.')
  if (list.length > MAX_PLACES)
    throw new UnreadableOutlines(`the file has ${list.length} features; at most ${MAX_PLACES} are allowed.`)
  return { features: list.map((feature: unknown) => featureOf(feature)), toDegrees }
}

function featureOf(feature: unknown): RawFeature {
  const { properties, geometry } = (feature ?? {}) as { properties?: unknown; geometry?: unknown }
  const isObject = typeof properties === 'object' && properties !== null && !Array.isArray(properties)
  return { properties: isObject ? (properties as Record<string, unknown>) : {}, geometry }
}

/** By the member `crs` of GeoJSON 2008, as a name, a link or a code. */
function systemOf(crs: unknown): RawOutlines['toDegrees'] {
  const { type, properties } = (crs ?? {}) as {
    type?: unknown
    properties?: { name?: unknown; href?: unknown; code?: unknown }
  }
  const epsg = properties?.code
  const code =
    type === 'EPSG' && (typeof epsg === 'number' || typeof epsg === 'string') ? `EPSG:${epsg}` : undefined
  const name = typeof crs === 'string' ? crs : (properties?.name ?? properties?.href ?? code)
  if (typeof name !== 'string') return null
  const found = toDegreesFrom(name)
  if (found.toDegrees) return found.toDegrees
  throw new UnreadableOutlines(
    `the file is in ${found.crs}, not in longitude and latitude.`,
    toDegreesHelp('in.geojson'),
    'crs',
  )
}

function decode(content: Uint8Array): string {
  const [first, second] = content
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new UnreadableOutlines('the file is not UTF-8 text.', 'Export it again with the encoding UTF-8.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (isLines(text))
      throw new UnreadableOutlines(
        'the file has one feature per line (newline-delimited GeoJSON).',
        'Convert it, e.g. ogr2ogr out.gpkg in.geojson.',
      )
    throw new UnreadableOutlines(`the file is not valid JSON${jsonErrorIn(text)}.`, 'Export it again.')
  }
}

/** Whether the first line is JSON of its own, perhaps behind a record separator (RFC 8142). */
function isLines(text: string): boolean {
  const line = text.trimStart().split('\n', 1)[0].replace('\u001E', '')
  try {
    return (JSON.parse(line) as { type?: unknown } | null)?.type === 'Feature'
  } catch {
    return false
  }
}
