import { empiricalLogitVariance } from '../likelihood/empirical-logits.ts'
import { expit } from '../likelihood/likelihood.ts'
import { type Random, seededRandom, shuffledIndices } from '../numerics/random.ts'
import type { ClusterFit } from './cluster-fit.ts'
import { chordKm } from '../numerics/sphere.ts'
import type { Variogram } from '../diagnostics-types.ts'
import { envelopeOf } from './variogram-envelope.ts'

const BINS = 15
/** Of more clusters, a random subset: two million pairs show the same as two billion. */
const MAX_CLUSTERS = 2000
/** Share of clusters with no case, or with only cases, above which empirical logits say nothing but n. */
const ONE_SIDED = 0.8

/**
 * Semivariances of r = log((y + ½)/(n − y + ½)) − X·b in fifteen bins up to half the greatest distance (Matheron's
 * estimator), beside the model's: sd²·(1 − M(d)) + clusterSd² + the mean variance of an empirical logit at the fitted
 * shares. Empty bins are omitted. Of more than 2,000 clusters, those of a random 2,000, the same for any seed. Null where
 * more than 80 % of clusters have no case, or only cases: r is then a function of n. With a seed, beside those of surveys
 * that are simulated from the fit (`envelopeOf`).
 */
export function variogramOf(
  fit: ClusterFit,
  numerator: Float64Array,
  denominator: Float64Array,
  seed?: number,
): Variogram | null {
  const n = numerator.length
  const none = numerator.filter((y) => y === 0).length
  const all = numerator.filter((y, i) => y === denominator[i]).length
  if (Math.max(none, all) > ONE_SIDED * n) return null
  const { sd, clusterSd, overdispersion } = fit
  const used = subsetOf(n)
  const pick = (values: Float64Array) => Float64Array.from(used, (i) => values[i])
  const [latent, linear, of] = [fit.latent, fit.linear, denominator].map(pick)
  const sampling = latent.reduce(
    (sum, eta, i) => sum + empiricalLogitVariance(of[i], expit(eta), overdispersion) / used.length,
    0,
  )
  const bins = distanceBins(fit.points, used)
  const semivariances = (counts: Float64Array) => semivariancesOf(empiricalLogits(counts, of, linear), bins)
  const nugget = clusterSd ** 2 + sampling
  const empirical = semivariances(pick(numerator))
  const simulateSurface = (random: Random) => pick(fit.simulateSurface(random))
  return {
    clusters: used.length,
    distance_km: bins.centres,
    pairs: bins.pairs,
    empirical,
    fitted: bins.centres.map((distance) => nugget + sd ** 2 * (1 - fit.correlation(distance))),
    envelope:
      seed === undefined
        ? null
        : envelopeOf({ ...fit, linear, simulateSurface }, of, { semivariances, empirical, seed }),
  }
}

function subsetOf(n: number): Int32Array {
  if (n <= MAX_CLUSTERS) return Int32Array.from({ length: n }, (_, i) => i)
  return shuffledIndices(n, seededRandom(0, 12)).slice(0, MAX_CLUSTERS)
}

const empiricalLogits = (counts: Float64Array, denominator: Float64Array, linear: Float64Array) =>
  counts.map((yes, i) => Math.log((yes + 0.5) / (denominator[i] - yes + 0.5)) - linear[i])

interface DistanceBins {
  /** Of each pair i > j, in that order: its bin, or `pairs.length` beyond the last. */
  of: Uint8Array
  /** Mean distance and number of pairs of each bin that has any. */
  centres: number[]
  pairs: number[]
}

function distanceBins(points: Float64Array, used: Int32Array): DistanceBins {
  const n = used.length
  const distances = new Float64Array((n * (n - 1)) / 2)
  let longest = 0
  for (let i = 0, pair = 0; i < n; i++)
    for (let j = 0; j < i; j++, pair++) {
      distances[pair] = chordKm(points, used[i], points, used[j])
      longest = Math.max(longest, distances[pair])
    }
  const width = longest / 2 / BINS
  const pairs = new Float64Array(BINS)
  const sums = new Float64Array(BINS)
  for (const distance of distances) {
    const bin = Math.floor(distance / width)
    if (bin >= BINS) continue
    pairs[bin]++
    sums[bin] += distance
  }
  const filled = [...pairs.keys()].filter((bin) => pairs[bin] > 0)
  const place = Int32Array.from(pairs, (_, bin) => filled.indexOf(bin))
  return {
    of: Uint8Array.from(distances, (distance) => place[Math.floor(distance / width)] ?? filled.length),
    centres: filled.map((bin) => sums[bin] / pairs[bin]),
    pairs: filled.map((bin) => pairs[bin]),
  }
}

function semivariancesOf(residual: Float64Array, bins: DistanceBins): number[] {
  const squares = new Float64Array(bins.pairs.length + 1)
  for (let i = 0, pair = 0; i < residual.length; i++)
    for (let j = 0; j < i; j++, pair++) {
      const difference = residual[i] - residual[j]
      squares[bins.of[pair]] += difference * difference
    }
  return bins.pairs.map((pairs, bin) => squares[bin] / (2 * pairs))
}
