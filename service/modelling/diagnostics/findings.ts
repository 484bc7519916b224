import { coverageFindings } from './coverage-finding.ts'
import { farValueFindings } from './far-value-findings.ts'
import { isNodataCode } from '../nodata-codes.ts'
import { unrakedNation } from '../units/raking.ts'
import type { AdminEstimate } from '../units/admin-types.ts'
import type { LayerFinding } from '../diagnostics-types.ts'
import type { LayerInput } from '../layer-types.ts'
import type { Raking } from '../units/raking-types.ts'
import type { ModelParameters } from '../model-parameters.ts'
import type { CountScore } from '../likelihood/predictive.ts'
import type { ValidatedLayer } from '../validate-layer.ts'

/** A held-out cluster further than this from its prediction, in predictive standard deviations. */
const OUTLIER_Z = 8
/** Counts that far out which a layer may be expected to have: of a rare outcome, a single case may be that far. */
const EXPECTED_OUTLIERS = 0.01
/** A cell is extrapolated to when it lies beyond the clusters' values by more than this share of their range. */
const BEYOND = 0.5
/** Such a value is suspicious when the others are this many times their own range away, */
const ISOLATED = 2
/** or, if it is negative, when no other value is, or when it repeats and the others are this share of their range away. */
const GAP = 0.1
const NAMED = 5
/** Sides of triangles per range from which a lattice shows the surface. */
const LEAST_PER_RANGE = 3

/** What a person should look at before trusting the layer. `input` without the urban stratum. */
export function findingsOf(input: LayerInput, validated: ValidatedLayer): LayerFinding[] {
  const nodata = nodataFindings(input)
  const suspicious = new Set(nodata.map(({ covariate }) => covariate))
  return [
    ...nodata.map(({ message }) => ({ kind: 'nodata' as const, message })),
    ...farValueFindings(input, suspicious),
    ...outlierFindings(input, validated),
    ...coverageFindings(input),
    ...extrapolationFindings(input, suspicious),
    ...failedFolds(validated),
  ]
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** The label of raked figures, first among the findings. */
export function rakingFindings(raking: Raking | null): LayerFinding[] {
  if (!raking) return []
  const { level, figures, unused } = raking
  const national = unrakedNation(raking)
  const messages: string[] = []
  if (figures.length > 0) {
    const given =
      level === 0
        ? `a given national prevalence of ${percent(figures[0].target)}; the model alone gives ${percent(national)}`
        : `given prevalences of ${figures.length} ADM${level} ${figures.length === 1 ? 'unit' : 'units'}, other units stay as modelled; the model alone gives a national prevalence of ${percent(national)}`
    messages.push(
      `The maps, admin units and numbers of people are raked to ${given}. Cross-validation and the comparison of units with the survey (z, pass) describe the model before raking.`,
    )
  }
  if (unused.length > 0)
    messages.push(`No one lives in any cell of ${listOf(unused)}, so the given prevalence is not used.`)
  return messages.map((message) => ({ kind: 'raked', message }))
}

function listOf(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return `${names.slice(0, NAMED).join(', ')}${more}`
}

/** Reports that prevalence depends on the density of clusters. */
export function samplingFindings({ uses_density, coefficients }: ModelParameters): LayerFinding[] {
  const effect = coefficients.at(-1)
  if (!uses_density || !effect) return []
  return [
    {
      kind: 'sampling',
      message: `Prevalence is ${effect.mean > 0 ? 'higher' : 'lower'} where clusters are dense than where they are sparse, beyond what the other covariates say. The model uses the density of clusters as a covariate, so that places with few clusters are not taken to be like places with many.`,
    },
  ]
}

/** Reports a surface that varies over less than the lattice can show: see `latticesOver`. */
export function latticeFindings({
  range_km: range,
  lattice_spacing_km: side,
}: ModelParameters): LayerFinding[] {
  if (range >= LEAST_PER_RANGE * side) return []
  return [
    {
      kind: 'lattice',
      message: `The surface varies over ${range.toFixed(0)} km, less than its lattice of triangles of ${side.toFixed(0)} km can show in a country of this size. Maps are smoother than the survey suggests, and figures of small units more certain than they should be. Model a part of the country, or add covariates that vary over such distances.`,
    },
  ]
}

/** Reports units for which the survey cannot exclude that no one, or everyone, is a case: see `openEnds`. */
export function boundFindings(
  { denominator }: LayerInput['clusters'],
  estimates: readonly AdminEstimate[],
): LayerFinding[] {
  const bound = (message: string) => [{ kind: 'bound' as const, message }]
  const people = denominator.reduce((sum, n) => sum + n, 0)
  // A nation with raked figures has no open end.
  const nation = estimates.find(({ level }) => level === 0)
  if (nation?.modelledLower === 0)
    return bound(
      `No cluster has a case. The country's upper limit is at least the exact one for 0 of ${people} people; the upper limits of units and cells are the model's, which depend on the prior, as the means do. The lower limits of the country and its units are 0.`,
    )
  if (nation?.modelledUpper === 1)
    return bound(
      `Every person in every cluster is a case. The country's lower limit is at most the exact one for ${people} of ${people} people; the lower limits of units and cells are the model's, which depend on the prior, as the means do. The upper limits of the country and its units are 100 %.`,
    )
  const none = unitsOf(estimates.filter(({ modelledLower }) => modelledLower === 0))
  const all = unitsOf(estimates.filter(({ modelledUpper }) => modelledUpper === 1))
  return [
    ...(none
      ? bound(
          `No cluster has a case in ${none}, nor do those around them, up to at least 100 people per unit. The survey cannot exclude a prevalence of 0 there, so their lower limits are 0.`,
        )
      : []),
    ...(all
      ? bound(
          `Every person is a case in the clusters of ${all}, and in those around them, up to at least 100 people per unit. The survey cannot exclude a prevalence of 100 % there, so their upper limits are 100 %.`,
        )
      : []),
  ]
}

/** `1 ADM1 unit and 12 ADM2 units`; empty for none. */
function unitsOf(estimates: readonly AdminEstimate[]): string {
  return [1, 2]
    .flatMap((wanted) => {
      const count = estimates.filter(({ level }) => level === wanted).length
      return count === 0 ? [] : [`${count} ADM${wanted} ${count === 1 ? 'unit' : 'units'}`]
    })
    .join(' and ')
}

/** `pitLower` and `pitUpper` are P(count < observed) and P(count ≤ observed) of the predictive distribution. */
export function isOutlier(
  { z, pitLower, pitUpper }: Pick<CountScore, 'z' | 'pitLower' | 'pitUpper'>,
  clusters: number,
): boolean {
  const tail = z > 0 ? 1 - pitLower : pitUpper
  return Math.abs(z) > OUTLIER_Z && tail * clusters < EXPECTED_OUTLIERS
}

function outlierFindings({ clusters }: LayerInput, { random }: ValidatedLayer): LayerFinding[] {
  const scoreOf = (i: number) => ({
    z: random.z[i],
    pitLower: random.pitLower[i],
    pitUpper: random.pitUpper[i],
  })
  const outliers = [...random.z.keys()]
    .filter((i) => isOutlier(scoreOf(i), clusters.id.length))
    .toSorted((a, b) => Math.abs(random.z[b]) - Math.abs(random.z[a]))
  const named = outliers.map((i) => {
    const { id, numerator, denominator } = clusters
    return `${id[i].slice(0, 40)} (${numerator[i]} of ${denominator[i]}, z ${random.z[i].toFixed(1)})`
  })
  if (outliers.length === 0) return []
  return [
    {
      kind: 'outlier',
      message: `${outliers.length === 1 ? 'One cluster is' : `${outliers.length} clusters are`} more than ${OUTLIER_Z} standard deviations from the prediction without it, which chance does not explain: ${listOf(named)}. Check the counts and coordinates.`,
    },
  ]
}

function rangeOf(values: Float64Array, except?: ReadonlySet<number>): [number, number] {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (except?.has(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

export function nodataFindings(
  input: Pick<LayerInput, 'covariateNames' | 'covariatesAtClusters'> & {
    cells: { covariates: Float64Array[] }
  },
): { covariate: number; message: string }[] {
  return input.covariateNames.flatMap((name, covariate) => {
    const places = [input.covariatesAtClusters[covariate], input.cells.covariates[covariate]]
    const codes = new Set(places.flatMap((values) => [...new Set(values.filter(isNodataCode))]))
    const ranges = places.map((values) => rangeOf(values, codes))
    const low = Math.min(...ranges.map(([from]) => from))
    const high = Math.max(...ranges.map(([, to]) => to))
    const range = high - low
    if (range < 0) return []
    return [...codes].slice(0, NAMED).flatMap((code) => {
      const [clusters, cells] = places.map((values) =>
        values.reduce((sum, v) => sum + (v === code ? 1 : 0), 0),
      )
      const isIsolated = Math.max(low - code, code - high) > ISOLATED * range
      const isBelow = code < 0 && (low >= 0 || (clusters + cells > 1 && low - code > GAP * range))
      if (!isIsolated && !isBelow) return []
      return [
        {
          covariate,
          message: `The covariate '${name}' has the value ${code} at ${clusters} clusters and ${cells} cells, far from all other values. It is probably nodata that the file does not declare; declare it and run the layer again.`,
        },
      ]
    })
  })
}

/** Whether a cell's value of a covariate lies far outside its values at the clusters. */
export function beyondClusters(atClusters: Float64Array): (value: number) => boolean {
  const [low, high] = rangeOf(atClusters)
  const reach = BEYOND * (high - low)
  return (value) => value < low - reach || value > high + reach
}

function extrapolationFindings(input: LayerInput, suspicious: ReadonlySet<number>): LayerFinding[] {
  return input.covariateNames.flatMap((name, covariate) => {
    if (suspicious.has(covariate)) return []
    const [low, high] = rangeOf(input.covariatesAtClusters[covariate])
    const cells = input.cells.covariates[covariate]
    const isBeyond = beyondClusters(input.covariatesAtClusters[covariate])
    const far = cells.reduce((sum, value) => sum + (isBeyond(value) ? 1 : 0), 0)
    if (far === 0) return []
    return [
      {
        kind: 'extrapolation' as const,
        message: `${far} of ${cells.length} cells have values of '${name}' far outside the ${rangeText(low, high)} of the clusters. The map extrapolates there.`,
      },
    ]
  })
}

/** With at least three digits, and as many as show the first two digits in which the ends differ. */
export function rangeText(low: number, high: number): string {
  const largest = Math.max(Math.abs(low), Math.abs(high))
  const digits = high > low ? Math.ceil(Math.log10(largest / (high - low))) + 2 : 3
  const [from, to] = [low, high].map((value) =>
    String(Number(value.toPrecision(Math.min(Math.max(digits, 3), 15)))),
  )
  return `${from} to ${to}`
}

function failedFolds({ random, block, reference }: ValidatedLayer): LayerFinding[] {
  const validations = { random, block, 'block (no covariates)': reference }
  return Object.entries(validations).flatMap(([name, result]) => {
    const failed = result?.failed ?? []
    if (failed.length === 0) return []
    return [
      {
        kind: 'failed-folds' as const,
        message: `${failed.length} ${name} ${failed.length === 1 ? 'fold' : 'folds'} could not be fitted; their clusters have no held-out figures. ${failed[0]}`,
      },
    ]
  })
}
