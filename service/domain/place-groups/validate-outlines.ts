import { type Bounds, boundsOfPolygons } from '../../geometry/bounds-of-polygons.ts'
import { edgeTests } from '../../geometry/work-budget.ts'
import { findOverlaps } from '../../geometry/find-overlaps.ts'
import { validateGeometry } from '../../geometry/validate-geometry.ts'
import { MAX_POSITIONS, polygonsOf } from '../../geometry/polygons.ts'
import {
  type OutlineFinding,
  type Place,
  type PlaceProperties,
  type RawFeature,
  UnreadableOutlines,
  FROM_SHAPEFILE,
} from './outline-types.ts'
import { isSqlite } from './open-geopackage.ts'
import { readGeoPackage } from './read-geopackage.ts'
import { readGeoJson } from './read-geojson.ts'

export interface OutlinesToValidate {
  content: Uint8Array
  /** The name and the first bytes determine the format. */
  file: string
  properties: PlaceProperties
  /** The layer, if a GeoPackage has several. */
  layer?: string
  /** The country's; null: unknown, not compared. */
  bounds: Bounds | null
  /** Codes of the parent level; null: not compared. */
  parents: { codes: readonly string[]; version: string } | null
}

interface ValidatedOutlines {
  places: Place[]
  /** Those among the first `MAX_FINDINGS`, errors before warnings. */
  findings: OutlineFinding[]
}

export const MAX_FINDINGS = 200
/** Two units that share more than this of the smaller one are reported as a warning. */
const OVERLAP_SHARE = 0.01
/** More repeated codes or names than these have one cause, and are one finding. */
const MAX_REPEATED = 5
/** Coasts are drawn differently, and some units include waters. */
const BOUNDS_TOLERANCE_DEGREES = 0.5

/** Everything about a file of outlines: its places and its findings. Pure; for a child process (`validateInChild`). */
export function validateOutlines(input: OutlinesToValidate): ValidatedOutlines {
  const findings: OutlineFinding[] = []
  const places: Place[] = []
  try {
    const features = readFeatures(input)
    const missing = findMissing(features, input.properties)
    findings.push(...missing)
    if (missing.length === 0) validateFeatures(features, input, places, findings)
  } catch (error) {
    if (!(error instanceof UnreadableOutlines)) throw error
    findings.push(error.finding)
  }
  const sorted = findings.toSorted(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      (a.feature ?? 0) - (b.feature ?? 0),
  )
  return { places, findings: sorted.slice(0, MAX_FINDINGS) }
}

function readFeatures({ content, file, properties, layer }: OutlinesToValidate): RawFeature[] {
  const extension = /\.(geojson|json|gpkg)$/i.exec(file)?.[1].toLowerCase()
  const sqlite = content.length > 100 && isSqlite(content)
  if (extension === 'gpkg' && sqlite) return readGeoPackage(content, properties, layer)
  if (extension !== undefined && extension !== 'gpkg' && !sqlite) return readGeoJson(content)
  throw new UnreadableOutlines(
    'the file type is not supported.',
    `Send GeoJSON (.geojson, .json) or a GeoPackage (.gpkg) whose content is what its name says. ${FROM_SHAPEFILE}`,
  )
}

/** A misspelt property is reported once, with the existing ones. */
function findMissing(features: readonly RawFeature[], properties: PlaceProperties): OutlineFinding[] {
  const wanted = [properties.name, properties.code, properties.parent].filter((key) => key !== undefined)
  return [...new Set(wanted)]
    .filter((key) => !features.some((feature) => Object.hasOwn(feature.properties, key)))
    .map((key) => {
      const there = [...new Set(features.slice(0, 100).flatMap((feature) => Object.keys(feature.properties)))]
      return {
        severity: 'error',
        feature: features.length === 1 ? 1 : null,
        field: key,
        message: `the property '${key}' is missing in every feature.`,
        help:
          there.length > 0 ? `The features have: ${there.slice(0, 30).join(', ').slice(0, 500)}.` : undefined,
      }
    })
}

function validateFeatures(
  features: readonly RawFeature[],
  { properties, bounds, parents }: OutlinesToValidate,
  places: Place[],
  findings: OutlineFinding[],
): void {
  const codes: Shared = new Map()
  const outside: number[] = []
  const names: Shared = new Map()
  const parentCodes = parents && new Set(parents.codes)
  const budget = edgeTests()
  let positions = 0
  for (const [i, feature] of features.entries()) {
    const error = (field: string, message: string, help?: string) =>
      findings.push({ severity: 'error', feature: i + 1, field, message, help })
    const textOf = (key: string) => {
      const value = feature.properties[key]
      if (typeof value === 'string' && !value.isWellFormed()) {
        error(
          key,
          `the property '${key}' contains half of a character.`,
          'Correct the text, or export the file again.',
        )
        return null
      }
      const text = shortText(value)
      if (text === null)
        error(key, `the property '${key}' is missing or is neither a short text nor a number.`)
      return text
    }
    const [code, name] = [textOf(properties.code), textOf(properties.name)]
    const parent_code = properties.parent === undefined ? null : textOf(properties.parent)
    if (code !== null) add(codes, code, { feature: i + 1, text: code })
    if (name !== null)
      add(names, JSON.stringify([parent_code, name.toLowerCase()]), { feature: i + 1, text: name })
    if (parent_code !== null && parentCodes && !parentCodes.has(parent_code))
      error(
        properties.parent!,
        `there is no unit '${parent_code}' in the level above (version '${parents!.version}').`,
        `Its codes look like ${parents!.codes.slice(0, 5).join(', ')}.`,
      )
    const validated = validateGeometry(feature.geometry, budget)
    if ('finding' in validated) {
      error('geometry', validated.finding.message, validated.finding.help)
      continue
    }
    const { geometry } = validated
    for (const ring of polygonsOf(geometry).flat()) positions += ring.length
    if (positions > MAX_POSITIONS)
      throw new UnreadableOutlines(
        `the file has more than ${MAX_POSITIONS.toLocaleString('en')} positions; simplify its outlines.`,
      )
    const beyond = bounds ? reachBeyond(boundsOfPolygons(polygonsOf(geometry)), bounds) : 0
    if (beyond === Infinity) outside.push(i + 1)
    else if (bounds && beyond > BOUNDS_TOLERANCE_DEGREES)
      findings.push({
        severity: 'warning',
        feature: i + 1,
        field: 'geometry',
        message: `the unit reaches ${beyond.toFixed(1)} degrees beyond the bounds of the country (${inDegrees(bounds)}).`,
      })
    places.push({ code: code ?? '', name: name ?? '', parent_code, geometry })
  }
  findings.push(
    ...(bounds ? misplaced(outside, features.length, bounds) : []),
    ...repeatedCodes(codes, properties.code),
    ...namesakes(names, properties.name),
  )
  // The numbering of features is certain only if all were accepted.
  if (places.length === features.length) warnOfOverlaps(findings, places)
}

function shortText(value: unknown): string | null {
  // Beyond 2^53 two different codes of a JSON file could be read as the same number.
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value)
  if (
    typeof value !== 'string' ||
    value.trim() === '' ||
    value.length > 200 ||
    /[\p{Cc}\uFFFE\uFFFF]/u.test(value.trim())
  )
    return null
  return value.trim()
}

interface Named {
  feature: number
  text: string
}

/** Features whose codes, or names, are the same. */
type Shared = Map<string, Named[]>

function add(shared: Shared, key: string, named: Named): void {
  const others = shared.get(key)
  if (others) others.push(named)
  else shared.set(key, [named])
}

const repeated = (shared: Shared) => {
  const groups = [...shared.values()].filter(({ length }) => length > 1)
  const features = groups.reduce((sum, { length }) => sum + length, 0)
  return { groups, features, many: features - groups.length > MAX_REPEATED }
}

function repeatedCodes(codes: Shared, field: string): OutlineFinding[] {
  const { groups, features, many } = repeated(codes)
  const error = { severity: 'error', field } as const
  if (many) {
    const shares = groups.length === 1 ? 'one code' : `${groups.length.toLocaleString('en')} codes`
    const message = `${features.toLocaleString('en')} features share ${shares}; codes must be unique.`
    const help =
      'Choose another property with the code. If the codes are those of the level above, import the file as the level below.'
    return [{ ...error, feature: null, message, help }]
  }
  return groups.flatMap(([first, ...others]) =>
    others.map(({ feature, text }) => ({
      ...error,
      feature,
      message: `the code '${text}' already belongs to feature ${first.feature}; codes must be unique.`,
    })),
  )
}

function namesakes(names: Shared, field: string): OutlineFinding[] {
  const { groups, features, many } = repeated(names)
  const warning = { severity: 'warning', field } as const
  if (many) {
    const message = `${features.toLocaleString('en')} features have the name of another one in the same unit, so they cannot be distinguished.`
    return [{ ...warning, feature: null, message, help: 'Check the property with the name.' }]
  }
  return groups.flatMap(([first, ...others]) =>
    others.map(({ feature, text }) => ({
      ...warning,
      feature,
      message: `the name '${text}' is also that of feature ${first.feature}; the two cannot be distinguished.`,
    })),
  )
}

/** How far a box extends beyond the bounds on its worst side, in degrees; Infinity if they do not intersect. */
export function reachBeyond([west, south, east, north]: Bounds, bounds: Bounds): number {
  const width = bounds[2] - bounds[0] + (bounds[0] > bounds[2] ? 360 : 0)
  const boxWidth = east - west + (west > east ? 360 : 0)
  // Both boxes relative to the bounds' western side; a unit of a country across ±180° may lie on either side.
  const candidates = [-360, 0, 360].map((turn) => {
    const from = west + turn - bounds[0]
    const to = from + boxWidth
    const t = BOUNDS_TOLERANCE_DEGREES
    const apart = to < -t || from > width + t || north < bounds[1] - t || south > bounds[3] + t
    return apart ? Infinity : Math.max(-from, to - width, bounds[1] - south, north - bounds[3])
  })
  return Math.min(...candidates)
}

const inDegrees = (bounds: Bounds) => bounds.map((degrees) => degrees.toFixed(1)).join(', ')

/** An error for each feature outside the country; one for all of them, if all are. */
function misplaced(outside: readonly number[], features: number, bounds: Bounds): OutlineFinding[] {
  const error = (feature: number | null, subject: string): OutlineFinding => ({
    severity: 'error',
    feature,
    field: 'geometry',
    message: `${subject} outside the country, whose bounds are ${inDegrees(bounds)}.`,
    help: 'Choose the country that the outlines belong to, and make sure that longitude comes before latitude.',
  })
  if (outside.length < features || features <= MAX_REPEATED)
    return outside.map((feature) => error(feature, 'the unit lies'))
  return [error(null, `all ${features.toLocaleString('en')} features lie`)]
}

/** Stops at the number of warnings that are shown; the number of comparisons is limited, too. */
function warnOfOverlaps(findings: OutlineFinding[], places: readonly Place[]): void {
  const { found, complete } = findOverlaps(
    places.map(({ geometry }) => geometry),
    OVERLAP_SHARE,
    { most: MAX_FINDINGS - findings.length },
  )
  for (const { first, second, share } of found)
    findings.push({
      severity: 'warning',
      feature: second + 1,
      field: 'geometry',
      message: `the unit and that of feature ${first + 1} overlap by ${(100 * share).toFixed(1)} % of the smaller one.`,
      help: 'Points in both are assigned to the first unit that contains them. Use outlines from one source, with shared borders.',
    })
  if (!complete)
    findings.push({
      severity: 'warning',
      feature: null,
      field: 'geometry',
      message: 'the units overlap in so many places that not all overlaps were checked.',
      help: 'Use outlines from one source, with shared borders.',
    })
}
