import type { AdminUnits } from '../units/admin-types.ts'
import type { LayerFinding } from '../diagnostics-types.ts'
import type { LayerInput } from '../layer-types.ts'
import { KM_PER_DEGREE, chordKm, spherePoints } from '../numerics/sphere.ts'

/** A cell is far from all clusters beyond this many times the spacing of as many clusters spread evenly. */
const FAR = 2
/** Share of the people (without a population: of the area) that may be far. */
const ALLOWED = 0.1

/**
 * Whether the survey left out a part of the country. Of clusters drawn at random by area, a share of exp(−π·FAR²) of the
 * country, 3 in a million, is farther than FAR·√(area/clusters) from all of them.
 */
export function coverageFindings({ clusters, cells, admin }: LayerInput): LayerFinding[] {
  const area = cellAreas(cells)
  if (!area) return []
  const km = farKm(area, clusters.id.length)
  const weight = cells.population ?? area
  let [far, all] = [0, 0]
  farCells(clusters, cells, km).forEach((isFar, cell) => {
    if (!(weight[cell] > 0)) return
    all += weight[cell]
    if (isFar) far += weight[cell]
  })
  if (!(far > ALLOWED * all)) return []
  const share = `${((100 * far) / all).toFixed(0)} % of ${cells.population ? 'the people live' : 'the country is'}`
  return [
    {
      kind: 'coverage',
      message: `${share} more than ${km.toFixed(0)} km from any cluster, twice the distance between clusters if they were spread evenly${unitsWithout(admin)}. The map extrapolates there: it follows the covariates and what the model learnt elsewhere.`,
    },
  ]
}

/** Distance from any cluster beyond which a cell is far. `area` is of each cell, in km². */
export function farKm(area: Float64Array, clusters: number): number {
  const country = area.reduce((sum, km2) => sum + km2, 0)
  return FAR * Math.sqrt(country / clusters)
}

function unitsWithout(admin: readonly AdminUnits[]): string {
  const first = admin.find(({ level }) => level === 1)
  if (!first) return ''
  const without = first.unitCount - new Set(first.clusterUnit.filter((unit) => unit >= 0)).size
  if (without === 0) return ''
  return `, and ${without} of ${first.unitCount} ADM1 units have no cluster`
}

/** Area of each cell in the country, km². The cells lie on a grid in degrees; null if they are on one line. */
export function cellAreas({ longitude, latitude, shares }: LayerInput['cells']): Float64Array | null {
  const [width, height] = [stepOf(longitude), stepOf(latitude)]
  if (!Number.isFinite(width * height)) return null
  return latitude.map(
    (degrees, cell) =>
      (shares?.area[cell] ?? 1) * width * height * KM_PER_DEGREE ** 2 * Math.cos((degrees * Math.PI) / 180),
  )
}

function stepOf(degrees: Float64Array): number {
  const places = Float64Array.from(new Set(degrees)).sort()
  return places.reduce((step, place, i) => (i > 0 ? Math.min(step, place - places[i - 1]) : step), Infinity)
}

/**
 * 1 for cells farther than `km` from every cluster. Neighbouring cells mostly are near the same cluster; others are
 * compared with the clusters in the 27 cubes of `km` around them.
 */
export function farCells(
  clusters: LayerInput['clusters'],
  cells: LayerInput['cells'],
  km: number,
): Uint8Array {
  const from = spherePoints(clusters.longitude, clusters.latitude)
  const to = spherePoints(cells.longitude, cells.latitude)
  const cubes = Map.groupBy(clusters.id.keys(), (cluster) => cubeOf(from, cluster, km))
  let near = 0
  return Uint8Array.from(cells.longitude, (_, cell) => {
    if (chordKm(to, cell, from, near) <= km) return 0
    const cube = cubeOf(to, cell, km)
    for (const step of AROUND)
      for (const cluster of cubes.get(cube + step) ?? []) {
        if (chordKm(to, cell, from, cluster) > km) continue
        near = cluster
        return 0
      }
    return 1
  })
}

/** Cubes along an axis: of 100 m or more they have numbers of their own; smaller ones may share one, to no harm. */
const CUBES = 2 ** 17
const STEPS = [0, -1, 1]
/** From the number of a cube to those of itself and the 26 around it. */
const AROUND = STEPS.flatMap((x) => STEPS.flatMap((y) => STEPS.map((z) => (x * CUBES + y) * CUBES + z)))

function cubeOf(points: Float64Array, at: number, side: number): number {
  const [x, y, z] = [0, 1, 2].map((axis) => Math.floor(points[3 * at + axis] / side))
  return (x * CUBES + y) * CUBES + z
}
