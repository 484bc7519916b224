import type { GeometryFinding } from '../../geometry/geometry-finding.ts'
import { MAX_REPEATED, type OutlineFinding } from './outline-types.ts'

export interface FailedGeometry extends GeometryFinding {
  feature: number
}

const error = (feature: number | null, message: string, help?: string): OutlineFinding => ({
  severity: 'error',
  feature,
  field: 'geometry',
  message,
  help,
})

/** The errors of geometries; those of many features with one cause as one. */
export function failures(failed: readonly FailedGeometry[]): OutlineFinding[] {
  const causes = Map.groupBy(failed, ({ feature, cause }) => cause ?? feature)
  return [...causes.values()].flatMap((group) => {
    const [{ feature, message, help }] = group
    if (group.length <= MAX_REPEATED) return group.map((one) => error(one.feature, one.message, one.help))
    return [
      error(
        null,
        `${group.length.toLocaleString('en')} features have this error; in feature ${feature}, ${message}`,
        help,
      ),
    ]
  })
}

/** What was left out of geometries that have more than polygons. */
export function leftOut(features: readonly number[]): OutlineFinding[] {
  if (features.length === 0) return []
  const [count, first] = [features.length.toLocaleString('en'), features[0]]
  const message =
    features.length === 1
      ? 'only the polygons of the geometry are used; its lines and points are left out.'
      : `only the polygons of ${count} geometries are used; their lines and points are left out.`
  return [{ severity: 'warning', feature: features.length === 1 ? first : null, field: 'geometry', message }]
}
