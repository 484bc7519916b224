import type { Bounds } from '../../geometry/bounds-of-polygons.ts'
import { GeometryError } from '../../geometry/geometry-finding.ts'
import type { PlaceGeometry } from '../../geometry/polygons.ts'
import { polygonsOf } from '../../geometry/polygons.ts'
import { polygonsIn } from '../../geometry/polygons-in.ts'
import { MAX_REPEATED, type OutlineFinding, type RawFeature } from './outline-types.ts'
import type { Spots } from './outline-questions.ts'

/** Coasts are drawn differently, and some units include waters. */
export const BOUNDS_TOLERANCE_DEGREES = 0.5
/** Positions that are compared with a country's outlines. */
const SAMPLE = 500

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

/** Whether features fit a country better if x and y change places: `perhaps` if only its outlines can show it. */
export function fitsSwapped(
  features: readonly RawFeature[],
  bounds: Bounds,
  swap: boolean,
): 'yes' | 'perhaps' | 'no' {
  const boxes = features.map(({ geometry }) => boxOf(geometry)).filter((box) => box !== null)
  if (boxes.length === 0) return 'no'
  const reach = (turned: boolean) =>
    boxes.reduce((most, [x1, y1, x2, y2]) => {
      const box: Bounds = turned ? [y1, x1, y2, x2] : [x1, y1, x2, y2]
      const isOnEarth = Math.abs(box[1]) <= 90 && Math.abs(box[3]) <= 90
      return Math.max(most, isOnEarth ? reachBeyond(box, bounds) : Infinity)
    }, -Infinity)
  const [used, other] = [reach(swap), reach(!swap)]
  if (other > BOUNDS_TOLERANCE_DEGREES) return 'no'
  if (used >= other + BOUNDS_TOLERANCE_DEGREES) return 'yes'
  return other <= Math.max(used, 0) + 0.1 ? 'perhaps' : 'no'
}

/** Smallest and largest x and y of a geometry that is not validated yet; null without any. */
function boxOf(geometry: unknown): Bounds | null {
  const box: Bounds = [Infinity, Infinity, -Infinity, -Infinity]
  try {
    for (const position of polygonsIn(geometry).polygons.flat(2)) {
      const [x, y] = (Array.isArray(position) ? position : []) as unknown[]
      if (typeof x !== 'number' || typeof y !== 'number') continue
      box[0] = Math.min(box[0], x)
      box[1] = Math.min(box[1], y)
      box[2] = Math.max(box[2], x)
      box[3] = Math.max(box[3], y)
    }
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error
  }
  return box[0] <= box[2] ? box : null
}

/** The finding that features fit if longitude and latitude change places, and what to send instead. */
export const swapFinding = (features: number, swap: boolean): OutlineFinding => ({
  severity: 'error',
  feature: null,
  field: 'geometry',
  message: `${features === 1 ? 'the outline fits' : `all ${features.toLocaleString('en')} features fit`} if longitude and latitude are ${swap ? 'not ' : ''}swapped.`,
  help: swap
    ? 'Do not swap them: the file has longitude before latitude.'
    : 'Swap them on import, or write longitude before latitude in the file.',
  remedy: { swap: !swap },
})

/** Positions spread over all outlines. */
export function sampleOf(geometries: readonly PlaceGeometry[]): Spots {
  const positions = geometries.flatMap((geometry) => polygonsOf(geometry).flatMap(([shell]) => shell))
  const step = Math.max(1, positions.length / SAMPLE)
  const sample = Array.from(
    { length: Math.floor(positions.length / step) },
    (_, i) => positions[Math.floor(i * step)],
  )
  return {
    longitude: Float64Array.from(sample, ([lon]) => lon),
    latitude: Float64Array.from(sample, ([, lat]) => lat),
  }
}

/** An error for each feature outside the country; one for all of them, if all are. */
export function misplaced(outside: readonly number[], features: number, bounds: Bounds): OutlineFinding[] {
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

export const inDegrees = (bounds: Bounds) => bounds.map((degrees) => degrees.toFixed(1)).join(', ')
