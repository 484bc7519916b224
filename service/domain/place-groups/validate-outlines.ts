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
  type RawOutlines,
  UnreadableOutlines,
} from './outline-types.ts'
import {
  BOUNDS_TOLERANCE_DEGREES,
  fitsSwapped,
  inDegrees,
  misplaced,
  reachBeyond,
  sampleOf,
  swapFinding,
} from './fit-country.ts'
import { type FailedGeometry, failures, leftOut } from './geometry-findings.ts'
import { convertFrom } from './formats/other-formats.ts'
import type { Spots } from './outline-questions.ts'
import { addTo, namesakes, repeatedCodes, type Shared } from './repeated-values.ts'
import { isSqlite } from './formats/open-geopackage.ts'
import { readGeoPackage } from './formats/read-geopackage.ts'
import { isZip, readShapefile } from './formats/read-shapefile.ts'
import { readGeoJson } from './formats/read-geojson.ts'

export interface OutlinesToValidate {
  content: Uint8Array
  /** The name and the first bytes determine the format. */
  file: string
  properties: PlaceProperties
  /** The layer, if a GeoPackage or an archive has several. */
  layer?: string
  /** Latitude comes before longitude in the file. */
  swap?: boolean
  /** The country's; null: unknown, not compared. */
  bounds: Bounds | null
  /** Codes of the parent level; null: not compared. */
  parents: { codes: readonly string[]; version: string } | null
}

interface ValidatedOutlines {
  places: Place[]
  /** Those among the first `MAX_FINDINGS`, errors before warnings. */
  findings: OutlineFinding[]
  /** Positions that lie within the country's bounds also if longitude and latitude change places; else absent. */
  ambiguous?: Spots
}

export const MAX_FINDINGS = 200
/** Two units that share more than this of the smaller one are reported as a warning. */
const OVERLAP_SHARE = 0.01

/** Everything about a file of outlines: its places and its findings. Pure; for a child process (`validateInChild`). */
export function validateOutlines(input: OutlinesToValidate): ValidatedOutlines {
  const findings: OutlineFinding[] = []
  const places: Place[] = []
  let ambiguous: Spots | undefined
  try {
    const outlines = readOutlines(input)
    const missing = findMissing(outlines.features, input.properties)
    findings.push(...missing)
    if (missing.length === 0) {
      const { bounds, swap = false } = input
      const swapped = bounds ? fitsSwapped(outlines.features, bounds, swap) : 'no'
      // Their other errors are those of the places that they belong to.
      const order = swapped === 'yes' ? !swap : swap
      if (swapped === 'yes') findings.push(swapFinding(outlines.features.length, swap))
      validateFeatures(outlines, { ...input, swap: order }, places, findings)
      if (swapped === 'perhaps') ambiguous = sampleOf(places.map(({ geometry }) => geometry))
    }
  } catch (error) {
    if (!(error instanceof UnreadableOutlines)) throw error
    findings.push(error.finding)
  }
  const sorted = findings.toSorted(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      (a.feature ?? 0) - (b.feature ?? 0),
  )
  return { places, findings: sorted.slice(0, MAX_FINDINGS), ambiguous }
}

function readOutlines({ content, file, properties, layer }: OutlinesToValidate): RawOutlines {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(file)?.[1].toLowerCase()
  const sqlite = content.length > 100 && isSqlite(content)
  if (extension === 'gpkg' && sqlite) return readGeoPackage(content, properties, layer)
  if (extension === 'zip' && isZip(content)) return readShapefile(content, layer)
  if ((extension === 'geojson' || extension === 'json') && !sqlite) return readGeoJson(content)
  throw new UnreadableOutlines(
    'the file type is not supported.',
    `Send GeoJSON (.geojson, .json), a GeoPackage (.gpkg) or a shapefile (.zip) whose content is what its name says. ${convertFrom(extension)}`,
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
  { features, toDegrees }: RawOutlines,
  { properties, bounds, parents, swap }: OutlinesToValidate,
  places: Place[],
  findings: OutlineFinding[],
): void {
  const codes: Shared = new Map()
  const outside: number[] = []
  const names: Shared = new Map()
  const parentCodes = parents && new Set(parents.codes)
  const budget = edgeTests()
  const failed: FailedGeometry[] = []
  const withOthers: number[] = []
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
    if (code !== null) addTo(codes, code, { feature: i + 1, text: code })
    if (name !== null)
      addTo(names, JSON.stringify([parent_code, name.toLowerCase()]), { feature: i + 1, text: name })
    if (parent_code !== null && parentCodes && !parentCodes.has(parent_code))
      error(
        properties.parent!,
        `there is no unit '${parent_code}' in the level above (version '${parents!.version}').`,
        `Its codes look like ${parents!.codes.slice(0, 5).join(', ')}.`,
      )
    const validated = validateGeometry(feature.geometry, budget, { toDegrees, swap })
    if ('finding' in validated) {
      failed.push({ feature: i + 1, ...validated.finding })
      continue
    }
    const { geometry } = validated
    if (validated.hasOthers) withOthers.push(i + 1)
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
    ...failures(failed),
    ...leftOut(withOthers),
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
