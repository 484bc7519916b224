import { jsonErrorIn } from '../../tables/json-error.ts'
import { MAX_PLACES, type RawFeature, TO_DEGREES, UnreadableOutlines } from './outline-types.ts'

const DEGREES = /^(urn:ogc:def:crs:OGC:[\d.]*:CRS84|urn:ogc:def:crs:EPSG:[\d.]*:4326|EPSG:4326)$/i

/** The features of a FeatureCollection, not validated yet. */
export function readGeoJson(content: Uint8Array): RawFeature[] {
  if (content.length === 0) throw new UnreadableOutlines('the file is empty.')
  const parsed = parse(decode(content))
  const { type, features, crs } = (parsed ?? {}) as { type?: unknown; features?: unknown; crs?: unknown }
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    throw new UnreadableOutlines('the file is not a GeoJSON FeatureCollection.')
  const name = (crs as { properties?: { name?: unknown } } | null | undefined)?.properties?.name
  if (typeof name === 'string' && !DEGREES.test(name))
    throw new UnreadableOutlines(
      `the file is in ${name.slice(0, 100)}, not in longitude and latitude.`,
      TO_DEGREES,
      'crs',
    )
  if (features.length === 0) throw new UnreadableOutlines('the file has no features.')
  if (features.length > MAX_PLACES)
    throw new UnreadableOutlines(
      `the file has ${features.length} features; at most ${MAX_PLACES} are allowed.`,
    )
  return features.map((feature: unknown) => {
    const { properties, geometry } = (feature ?? {}) as { properties?: unknown; geometry?: unknown }
    const known = typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    return { properties: known ? (properties as Record<string, unknown>) : {}, geometry }
  })
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new UnreadableOutlines('the file is not UTF-8 text.', 'Export it again with the encoding UTF-8.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableOutlines(`the file is not valid JSON${jsonErrorIn(text)}.`, 'Export it again.')
  }
}
