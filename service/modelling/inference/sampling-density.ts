import { laplaceMode } from './laplace.ts'
import { logGamma, type Likelihood } from '../likelihood/likelihood.ts'
import { matern32 } from '../components/matern.ts'
import { ModelError } from '../model-error.ts'
import { NeighbourMesh } from '../numerics/neighbours.ts'
import { centreOf, localPlane, spherePoints } from '../numerics/sphere.ts'
import type { CellData, CellShares } from '../layer-types.ts'

/** Bins in the rectangle around the cells. */
const BINS = 250
/** Length scales per diagonal of that rectangle, and standard deviations, of which the most probable is taken. */
const LENGTHS = [1 / 32, 1 / 16, 1 / 8, 1 / 4]
const SDS = [0.35, 0.7, 1.4]
/** Prior variance of the level. */
const LEVEL_VARIANCE = 25
/** Share of a cell's area that is counted at least: a bin may hold nothing but slivers. */
const LEAST_AREA = 0.01
/** Log evidence against even sampling from which the density is of interest. */
const EVIDENT = 3

interface Places {
  longitude: Float64Array
  latitude: Float64Array
}

/**
 * The log density of sampling at clusters and cells, relative to clusters spread evenly over the cells: the posterior mean
 * of f in a log-Gaussian Cox process, counts of clusters in bins ~ Poisson(E·exp f), E by area, f a level plus a Matérn-3/2
 * surface, by Laplace's approximation. A posterior mean, unlike a kernel estimate, means the same at clusters and where
 * there is none, so prevalence may be regressed on it. Null where clusters look evenly spread. Where surveys visit places
 * because prevalence is high, the density says so: Diggle, Menezes and Su 2010, JRSS C 59; Møller et al. 1998, SJS 25.
 */
export function samplingDensity(
  clusters: Places,
  cells: Places & { shares?: CellShares },
): { clusters: Float64Array; cells: Float64Array } | null {
  const n = clusters.longitude.length
  const count = cells.longitude.length
  const joined = (key: keyof Places) => {
    const values = new Float64Array(n + count)
    values.set(clusters[key])
    values.set(cells[key], n)
    return values
  }
  const points = spherePoints(joined('longitude'), joined('latitude'))
  const plane = localPlane(points, centreOf(points))
  const { x, y, seen, expected, diagonal } = binned(plane, n, cells.latitude, cells.shares?.area)
  const size = x.length
  const likelihood = poissonLikelihood(seen, expected)
  const distance = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) distance[i * size + j] = Math.sqrt((x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2)
  const work = new Float64Array(size * size)
  const k = new Float64Array(size * size)
  let start: Float64Array | null = null
  const fitted = (length: number, sd: number, correlation: Float64Array) => {
    for (let at = 0; at < k.length; at++) k[at] = LEVEL_VARIANCE + sd * sd * correlation[at]
    try {
      const { a, logMarginal } = laplaceMode(k, likelihood, start, work)
      start = a
      return { sd, length, a, logMarginal }
    } catch (error) {
      if (error instanceof ModelError) return null
      throw error
    }
  }
  // With an sd of 0, length and correlation are without effect.
  const even = fitted(diagonal, 0, distance)
  const [best] = LENGTHS.flatMap((share) => {
    const length = share * diagonal
    const correlation = distance.map((km) => matern32(km, length))
    return SDS.flatMap((sd) => fitted(length, sd, correlation) ?? [])
  }).toSorted((one, other) => other.logMarginal - one.logMarginal)
  if (!even || !best || best.logMarginal < even.logMarginal + EVIDENT) return null
  const { sd, length, a } = best
  const level = LEVEL_VARIANCE * a.reduce((sum, value) => sum + value, 0)
  const at = (point: number) => {
    let mean = level
    for (let b = 0; b < size; b++) {
      const km = Math.sqrt((x[b] - plane[2 * point]) ** 2 + (y[b] - plane[2 * point + 1]) ** 2)
      mean += sd * sd * matern32(km, length) * a[b]
    }
    return mean
  }
  return {
    clusters: Float64Array.from({ length: n }, (_, i) => at(i)),
    cells: Float64Array.from({ length: count }, (_, cell) => at(n + cell)),
  }
}

/** Square bins that hold cells: mean place of the cells, clusters seen and expected. A cluster is in its nearest cell's bin. */
function binned(plane: Float64Array, n: number, latitude: Float64Array, areaShare?: Float64Array) {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 2 * n; at < plane.length; at += 2) {
    west = Math.min(west, plane[at])
    east = Math.max(east, plane[at])
    south = Math.min(south, plane[at + 1])
    north = Math.max(north, plane[at + 1])
  }
  const [width, height] = [east - west, north - south]
  const side = Math.max(Math.sqrt((width * height) / BINS), (width + height) / BINS)
  const bins = new Map<number, Bin>()
  let total = 0
  const binOf = Array.from(latitude, (degrees, cell) => {
    const [x, y] = [plane[2 * (n + cell)], plane[2 * (n + cell) + 1]]
    const key = Math.floor((x - west) / side) * 2 ** 16 + Math.floor((y - south) / side)
    const bin = bins.get(key) ?? { x: 0, y: 0, area: 0, seen: 0 }
    bins.set(key, bin)
    const area = Math.max(areaShare?.[cell] ?? 1, LEAST_AREA) * Math.cos((degrees * Math.PI) / 180)
    bin.x += area * x
    bin.y += area * y
    bin.area += area
    total += area
    return bin
  })
  for (const cell of nearestCells(plane, n)) binOf[cell].seen++
  const all = [...bins.values()]
  return {
    x: all.map((bin) => bin.x / bin.area),
    y: all.map((bin) => bin.y / bin.area),
    seen: Float64Array.from(all, ({ seen }) => seen),
    expected: Float64Array.from(all, ({ area }) => (n * area) / total),
    diagonal: Math.hypot(width, height),
  }
}

interface Bin {
  x: number
  y: number
  area: number
  seen: number
}

/** The cell nearest to each cluster; `plane` holds x, y of n clusters, then of the cells. */
export function nearestCells(plane: Float64Array, n: number): Int32Array {
  const mesh = new NeighbourMesh(plane)
  for (let point = n; point < plane.length / 2; point++) mesh.insert(point)
  const [nearest, squared] = [new Int32Array(1), new Float64Array(1)]
  return Int32Array.from({ length: n }, (_, cluster) => {
    mesh.nearest(cluster, 1, nearest, squared)
    return nearest[0] - n
  })
}

/** y_i ~ Poisson(expected_i·exp f_i). */
function poissonLikelihood(seen: Float64Array, expected: Float64Array): Likelihood {
  const constant = seen.reduce((sum, y, i) => sum + y * Math.log(expected[i]) - logGamma(y + 1), 0)
  return {
    size: seen.length,
    logDensity: (f) => seen.reduce((sum, y, i) => sum + y * f[i] - expected[i] * Math.exp(f[i]), constant),
    derivatives(f, gradient, curvature, third) {
      for (let i = 0; i < seen.length; i++) {
        const rate = expected[i] * Math.exp(f[i])
        gradient[i] = seen[i] - rate
        curvature[i] = rate
        third[i] = -rate
      }
    },
  }
}

/** Adds the density of clusters as the last covariate. */
export function withDensity<T extends Pick<CellData, 'covariates' | 'samplingDensity'>>(data: T): T {
  const { covariates, samplingDensity: density } = data
  return density ? { ...data, covariates: [...covariates, density] } : data
}
