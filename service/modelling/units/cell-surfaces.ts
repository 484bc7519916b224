/** Quantile of ascending values at position (n + 1)·share, linear between order statistics (R's type 6). */
export function sortedQuantile(sorted: ArrayLike<number>, share: number): number {
  const at = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), sorted.length - 1)
  const low = Math.floor(at)
  const high = Math.min(low + 1, sorted.length - 1)
  return sorted[low] + (at - low) * (sorted[high] - sorted[low])
}

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

  function fill(cell: number, p: Float64Array): void {
    let sum = 0
    for (let d = 0; d < draws; d++) sum += p[d]
    const mean = sum / draws
    let squares = 0
    for (let d = 0; d < draws; d++) squares += (p[d] - mean) ** 2
    surfaces.mean[cell] = mean
    surfaces.sd[cell] = Math.sqrt(squares / Math.max(draws - 1, 1))
    sorted.set(p)
    sorted.sort()
    surfaces.lower[cell] = sortedQuantile(sorted, 0.025)
    surfaces.upper[cell] = sortedQuantile(sorted, 0.975)
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
