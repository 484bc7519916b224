import type { LayerInput } from './layer-types.ts'

/** Clusters that each stratum needs before its effect is estimated. */
const MIN_CLUSTERS = 10

export interface UrbanStratum {
  /** Share of the survey's weighted denominators that is urban: cells are classified to match it. */
  share: number
  urbanClusters: number
}

/**
 * Cells in descending order of population density until they hold `share` of the population: 1 for urban, 0 for rural.
 * Density is population over cos(latitude), since cells are equal in degrees; `peopleShare` is the share of each cell's
 * people that `population` counts. Paige et al., arXiv 1910.06512, section 3.3.
 */
export function classifyUrban(
  population: Float64Array,
  latitude: Float64Array,
  share: number,
  peopleShare?: Float64Array,
): Float64Array {
  const density = population.map((people, cell) =>
    people > 0 ? people / (peopleShare?.[cell] ?? 1) / Math.cos((latitude[cell] * Math.PI) / 180) : people,
  )
  const order = [...density.keys()].toSorted((a, b) => density[b] - density[a] || a - b)
  const people = population.reduce((sum, value) => sum + (value > 0 ? value : 0), 0)
  const urban = new Float64Array(population.length)
  let inside = 0
  for (const cell of order) {
    // The cell that crosses the share is urban if most of it lies below.
    if (inside + population[cell] / 2 > share * people) break
    urban[cell] = 1
    inside += population[cell]
  }
  return urban
}

/**
 * Adds urban/rural as a covariate if the survey says which clusters are urban and a population surface says where
 * people live densely: without it, a survey that oversamples towns pulls the surface towards them. Returns the input
 * unchanged, and no stratum, if either is missing or a stratum has fewer than ten clusters.
 */
export function withUrban(input: LayerInput): { input: LayerInput; stratum: UrbanStratum | null } {
  const { clusters, cells } = input
  const { urban } = clusters
  if (!urban || !cells.population) return { input, stratum: null }
  const urbanClusters = urban.reduce((sum, value) => sum + value, 0)
  if (Math.min(urbanClusters, urban.length - urbanClusters) < MIN_CLUSTERS) return { input, stratum: null }
  let inTowns = 0
  let all = 0
  urban.forEach((isUrban, i) => {
    const sampled = clusters.weight[i] * clusters.denominator[i]
    all += sampled
    if (isUrban) inTowns += sampled
  })
  const share = inTowns / all
  const urbanCells = classifyUrban(cells.population, cells.latitude, share, cells.shares?.people)
  return {
    stratum: { share, urbanClusters },
    input: {
      ...input,
      covariateNames: [...input.covariateNames, 'urban'],
      covariatesAtClusters: [...input.covariatesAtClusters, Float64Array.from(urban)],
      cells: { ...cells, covariates: [...cells.covariates, urbanCells] },
    },
  }
}
