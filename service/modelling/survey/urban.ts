import type { LayerFinding } from '../diagnostics-types.ts'
import type { LayerInput, UrbanShare } from '../layer-types.ts'
import { hasWeights } from './survey-weights.ts'

/** Clusters that each stratum needs before its effect is estimated. */
const MIN_CLUSTERS = 10
/**
 * And the cases, or people who are none, that would be expected there without an effect (Cochran's rule for tables of
 * counts). With fewer, the survey says little about the effect, and the mean of its prior in prevalence is above 1. What
 * was counted in a stratum must not decide: towns would enter where they happened to have many cases.
 */
const MIN_EXPECTED = 5

export const URBAN_SHARE_QUESTION =
  'Give weights, or the urban share of the population: urban_share; or state that towns were not oversampled: urban_share = sample'

/**
 * Whether a survey marks both urban and rural clusters, but has no weights. Its own urban share is then that of the
 * sample, which is above the people's where towns were oversampled; nothing in the data shows that.
 */
export const needsUrbanShare = ({
  urban,
  weight,
}: {
  urban: ArrayLike<number> | null
  weight: ArrayLike<number> | null
}): boolean =>
  urban !== null && new Set(Array.from(urban)).size === 2 && (weight === null || !hasWeights(weight))

export interface UrbanStratum {
  /** Urban share of the people: cells are classified to match it. */
  share: number
  /** Urban share of the survey's weighted denominators. */
  sampledShare: number
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

/** What urban/rural lacks to be a covariate, besides an answer to the question; null for nothing. */
function missingOf({ clusters, cells }: LayerInput): string | null {
  const { urban } = clusters
  if (!urban) return 'the survey does not say which clusters are urban'
  if (!cells.population) return 'the layer has no population band'
  const inTowns = urban.reduce((sum, value) => sum + value, 0)
  const fewest = Math.min(inTowns, urban.length - inTowns)
  if (fewest >= MIN_CLUSTERS) return fewCases(clusters, urban)
  const kind = fewest === inTowns ? 'urban' : 'rural'
  if (fewest === 0) return `none of its ${urban.length} clusters is ${kind}`
  return `only ${fewest} of its ${urban.length} clusters ${fewest === 1 ? 'is' : 'are'} ${kind}, fewer than ${MIN_CLUSTERS}`
}

/** Says so if too few cases, or people who are none, would be expected in one stratum; else null. */
function fewCases(
  { numerator, denominator }: LayerInput['clusters'],
  urban: ArrayLike<number>,
): string | null {
  let people = 0
  let cases = 0
  let inTowns = 0
  denominator.forEach((n, i) => {
    people += n
    cases += numerator[i]
    if (urban[i]) inTowns += n
  })
  const rarer = Math.min(cases, people - cases)
  const expected = (rarer * Math.min(inTowns, people - inTowns)) / people
  if (expected >= MIN_EXPECTED) return null
  const kind = inTowns <= people - inTowns ? 'urban' : 'rural'
  const what = cases <= people - cases ? 'cases' : 'people who are not cases'
  return `at its overall prevalence, only ${expected.toFixed(1)} ${what} would be expected in ${kind} clusters, fewer than ${MIN_EXPECTED}`
}

const UNANSWERED: LayerFinding = {
  kind: 'urban-share',
  message: `The survey marks urban clusters, but has no weights, or the same for all, so the urban share of the people is not known, and urban and rural areas are not modelled separately. If towns were sampled more than their share, the national figure and those of admin units are pulled towards the level of towns. ${URBAN_SHARE_QUESTION}.`,
}

/** Where a survey's marks, or a given share, have no effect. */
export function urbanFindings(input: LayerInput, givenShare: UrbanShare): LayerFinding[] {
  const missing = missingOf(input)
  const { urban } = input.clusters
  if (!urban && typeof givenShare !== 'number') return []
  if (missing === null) return givenShare === null && needsUrbanShare(input.clusters) ? [UNANSWERED] : []
  const had = urban ? 'The survey marks urban clusters' : 'The layer gives the urban share of the people'
  return [{ kind: 'urban', message: `${had}, but ${missing}, so towns count as they were sampled.` }]
}

/**
 * Adds urban/rural as a covariate if the survey says which clusters are urban and a population surface says where
 * people live densely: without it, a survey that oversamples towns pulls the surface towards them. Cells match
 * `givenShare` or, for `sample` and null, the survey's own share; null needs weights. Returns the input unchanged, and
 * no stratum, if something is missing.
 */
export function withUrban(
  input: LayerInput,
  givenShare: UrbanShare = null,
): { input: LayerInput; stratum: UrbanStratum | null } {
  const { clusters, cells } = input
  const { urban } = clusters
  if (!urban || !cells.population || missingOf(input) !== null) return { input, stratum: null }
  if (givenShare === null && needsUrbanShare(clusters)) return { input, stratum: null }
  let inTowns = 0
  let all = 0
  urban.forEach((isUrban, i) => {
    const sampled = clusters.weight[i] * clusters.denominator[i]
    all += sampled
    if (isUrban) inTowns += sampled
  })
  const sampledShare = inTowns / all
  const share = typeof givenShare === 'number' ? givenShare : sampledShare
  const urbanCells = classifyUrban(cells.population, cells.latitude, share, cells.shares?.people)
  return {
    stratum: { share, sampledShare, urbanClusters: urban.reduce((sum, value) => sum + value, 0) },
    input: {
      ...input,
      covariateNames: [...input.covariateNames, 'urban'],
      covariatesAtClusters: [...input.covariatesAtClusters, Float64Array.from(urban)],
      cells: { ...cells, covariates: [...cells.covariates, urbanCells] },
    },
  }
}
