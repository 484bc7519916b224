/** What of a job's diagnostics the sentences depend on. */
interface OmissionRecord {
  national?: { people: number | null; raked_to: number | null; modelled: number | null } | undefined
  raked_units?: readonly unknown[]
  parameters: {
    urban_share?: unknown
    sampled_urban_share?: unknown
    displacement?: unknown
    uses_density?: unknown
    cluster_variance?: unknown
    overdispersion?: unknown
    intervals?: unknown
  }
}

export type OmissionKind =
  | 'population'
  | 'urban-share'
  | 'displacement'
  | 'unknown-displacement'
  | 'parameters'
  | 'density'
  | 'raking'
  | 'realised'

export interface IntervalOmission {
  kind: OmissionKind
  /** A short name. */
  source: string
  /** One or two sentences, complete without the name. */
  message: string
}

/** Enumeration areas of the small unit that serves as an example. */
const AREAS = 10

/** What the intervals of maps, units and the nation do not include: only what applies to this record. */
export function intervalOmissions(record: OmissionRecord): IntervalOmission[] {
  const { national, parameters } = record
  return [
    ...populationOmission(national?.people ?? null),
    ...urbanOmission(parameters.urban_share, parameters.sampled_urban_share),
    ...displacementOmission(parameters.displacement),
    ...densityOmission(parameters.uses_density),
    ...parameterOmission(parameters),
    ...rakingOmission(national?.raked_to ?? null, record.raked_units?.length ?? 0),
    ...realisedOmission(national?.raked_to ?? national?.modelled ?? null, parameters),
  ]
}

const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`

function populationOmission(people: number | null): IntervalOmission[] {
  if (people === null) return []
  return [
    {
      kind: 'population',
      source: 'Population',
      message:
        'The population counts are taken as exact, although they are estimates themselves. If people are distributed differently, the prevalence of units and the nation changes, and numbers of people affected change in proportion.',
    },
  ]
}

function urbanOmission(share: unknown, sampled: unknown): IntervalOmission[] {
  if (typeof share !== 'number') return []
  const origin =
    typeof sampled !== 'number'
      ? ''
      : sampled === share
        ? ', which comes from the survey,'
        : ', which the layer gives,'
  return [
    {
      kind: 'urban-share',
      source: 'Urban share',
      message: `The urban share of ${percent(share)}${origin} is taken as exact, and so is the rule that the most densely populated cells are urban. If it is wrong, national and unit figures shift by the difference between towns and the countryside.`,
    },
  ]
}

function displacementOmission(displacement: unknown): IntervalOmission[] {
  if (displacement === 'none') return []
  return [
    {
      kind: displacement === 'dhs' ? 'displacement' : 'unknown-displacement',
      source: 'Displacement of coordinates',
      message:
        displacement === 'dhs'
          ? 'The coordinates of clusters are displaced by up to 2 km in towns and 5 km elsewhere (1 % by up to 10 km). Covariates are averaged over where a cluster can be, and what this leaves unknown counts as differences between clusters. For the surface and the units, clusters are taken to be where the survey says, and the map shows no detail finer than the displacement.'
          : 'It is not recorded whether the coordinates of clusters were displaced, as those of DHS surveys are (up to 2 km in towns, 5 km elsewhere). If they were, effects of covariates are underestimated, and the intervals do not include that.',
    },
  ]
}

/** Without usable curvature of the evidence, the parameters have no intervals. */
export const holdsParameters = ({ intervals }: { intervals?: unknown }): boolean => intervals === null

function parameterOmission(parameters: OmissionRecord['parameters']): IntervalOmission[] {
  if (!holdsParameters(parameters)) return []
  return [
    {
      kind: 'parameters',
      source: 'Parameters of the surface',
      message:
        'The evidence has no usable curvature, so the variance and range of the surface and the variance between clusters are taken as exact. Intervals are too narrow if others are as plausible.',
    },
  ]
}

function densityOmission(uses: unknown): IntervalOmission[] {
  if (uses !== true) return []
  return [
    {
      kind: 'density',
      source: 'Density of sampling',
      message:
        'The density of clusters is a covariate of this layer. It is estimated, but taken as exact, so intervals are too narrow in places with few clusters.',
    },
  ]
}

function rakingOmission(nation: number | null, units: number): IntervalOmission[] {
  if (nation === null && units === 0) return []
  const premise =
    nation !== null
      ? `The given national prevalence of ${percent(nation)} is taken as exact`
      : `The given prevalences of ${units} ${units === 1 ? 'unit' : 'units'} are taken as exact`
  return [
    {
      kind: 'raking',
      source: 'Raking',
      message: `${premise}: raking shifts the intervals towards what was given, and does not include how uncertain that is.`,
    },
  ]
}

function realisedOmission(p: number | null, parameters: OmissionRecord['parameters']): IntervalOmission[] {
  const { cluster_variance: variance, overdispersion } = parameters
  if (p === null || typeof variance !== 'number') return []
  const correlation = typeof overdispersion === 'number' ? overdispersion : 0
  const sd = Math.sqrt(varianceOfAreas(p, Math.sqrt(variance)) + p * (1 - p) * correlation)
  const half = 100 * Math.min((1.96 * sd) / Math.sqrt(AREAS), 1)
  // Sums over the grid leave some 1e-17 where areas don't differ.
  if (!(half > 1e-6)) return []
  return [
    {
      kind: 'realised',
      source: 'Realised prevalence of small units',
      message: `Intervals are of the expected prevalence, averaged over how enumeration areas differ for no visible reason. The realised prevalence of a small unit differs from it by chance: with ${AREAS} enumeration areas and a prevalence of ${percent(p)}, by up to about ${Number(half.toPrecision(2))} percentage points in 95 % of such units. In large units this cancels out.`,
    },
  ]
}

/** Variance of expit(m + sd·z), z standard normal, with the m that makes its mean `p`: a sum over a grid of z. */
function varianceOfAreas(p: number, sd: number): number {
  if (!(p > 0 && p < 1)) return 0
  const momentsAt = (centre: number) => {
    let [mass, first, second] = [0, 0, 0]
    for (let z = -6; z <= 6; z += 0.25) {
      const weight = Math.exp(-0.5 * z * z)
      const share = 1 / (1 + Math.exp(-centre - sd * z))
      mass += weight
      first += weight * share
      second += weight * share * share
    }
    return { mean: first / mass, variance: second / mass - (first / mass) ** 2 }
  }
  let [low, high] = [-40, 40]
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (momentsAt(middle).mean < p) low = middle
    else high = middle
  }
  return momentsAt(low).variance
}
