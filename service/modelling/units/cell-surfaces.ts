/** Quantile of ascending values at position (n + 1)·share, linear between order statistics (R's type 6). */
export function sortedQuantile(sorted: ArrayLike<number>, share: number): number {
  const at = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), sorted.length - 1)
  const low = Math.floor(at)
  const high = Math.min(low + 1, sorted.length - 1)
  return sorted[low] + (at - low) * (sorted[high] - sorted[low])
}

/**
 * The `count` smallest and the `count` largest of `values` into their places in ascending order: what quantiles near the
 * ends need, in a tenth of the time of sorting. Places between them keep what they held.
 */
export function sortTails(values: Float64Array, count: number, sorted: Float64Array): void {
  const last = values.length - 1
  if (2 * count > values.length) {
    sorted.set(values)
    sorted.sort()
    return
  }
  for (let d = 0; d <= last; d++) {
    const value = values[d]
    if (d < count || value < sorted[count - 1]) {
      let at = Math.min(d, count - 1)
      for (; at > 0 && sorted[at - 1] > value; at--) sorted[at] = sorted[at - 1]
      sorted[at] = value
    }
    if (d < count || value > sorted[last - count + 1]) {
      let at = last - Math.min(d, count - 1)
      for (; at < last && sorted[at + 1] < value; at++) sorted[at] = sorted[at + 1]
      sorted[at] = value
    }
  }
}

/** Probability below and above the interval. */
const TAIL = 0.025

/**
 * A layer's surfaces, a value per cell, which `fill` computes from the draws p of a cell's prevalence: mean, sd, 95 %
 * interval and its width; P(p > threshold) with a threshold, and expected people affected with a population.
 */
export function cellSurfaces(
  count: number,
  {
    draws,
    threshold,
    population,
  }: { draws: number; threshold: number | null; population: Float64Array | null },
) {
  const surfaces = {
    mean: new Float32Array(count),
    lower: new Float32Array(count),
    upper: new Float32Array(count),
    sd: new Float32Array(count),
    width: new Float32Array(count),
    exceedance: threshold === null ? null : new Float32Array(count),
    people: population && new Float32Array(count),
  }
  const sorted = new Float64Array(draws)
  const inTail = Math.floor(TAIL * (draws + 1)) + 1

  function fill(cell: number, p: Float64Array): void {
    let sum = 0
    for (let d = 0; d < draws; d++) sum += p[d]
    const mean = sum / draws
    let squares = 0
    for (let d = 0; d < draws; d++) squares += (p[d] - mean) ** 2
    surfaces.mean[cell] = mean
    surfaces.sd[cell] = Math.sqrt(squares / Math.max(draws - 1, 1))
    sortTails(p, inTail, sorted)
    surfaces.lower[cell] = sortedQuantile(sorted, TAIL)
    surfaces.upper[cell] = sortedQuantile(sorted, 1 - TAIL)
    surfaces.width[cell] = surfaces.upper[cell] - surfaces.lower[cell]
    if (surfaces.exceedance && threshold !== null) {
      let above = 0
      for (let d = 0; d < draws; d++) if (p[d] > threshold) above++
      surfaces.exceedance[cell] = above / draws
    }
    if (surfaces.people && population)
      surfaces.people[cell] = population[cell] > 0 ? population[cell] * mean : 0
  }
  return { surfaces, fill }
}
/** Null: the layer does not have it. */
export type CellSurfaces = ReturnType<typeof cellSurfaces>['surfaces']
