import { coverageTolerance } from '#common/coverage-verdict.ts'
import { Z95 } from '../likelihood/distributions.ts'
import type { Diagnostics } from '../diagnostics-types.ts'
import type { AdminEstimate } from '../units/admin-types.ts'
import type { CellSurfaces } from '../units/cell-surfaces.ts'
import { isPrecise } from './precision.ts'
import { separation } from './separation.ts'
import type { Criterion, CriterionName, MapLevel, Verdict } from './verdict-types.ts'

/** Share of units (or of people, for cells) with a precise interval. */
const MIN_PRECISE = 0.75
/** The means then correlate with the truth by √0.7 = 0.84. */
const MIN_SEPARATION = 0.7
/** The level of the test of all units, as for the flag. */
const UNITS_LEVEL = 0.05
/** One-sided level at which covariates improve the prediction of held-out blocks, as for the flag Overfit. */
const GAIN_LEVEL = 0.1
/** Share of the people who may live where the map extrapolates. */
const MAX_EXTRAPOLATED = 0.1
const MAX_EXTRAPOLATED_NATION = 0.25

interface Evidence {
  diagnostics: Omit<Diagnostics, 'verdict'>
  estimates: readonly AdminEstimate[]
  cells: Pick<CellSurfaces, 'mean' | 'lower' | 'upper' | 'sd'>
  /** People of each cell or, without a population, its area. */
  cellWeights: Float64Array
  /** 1 for cells that are extrapolated to. */
  extrapolated: Uint8Array
  clusters: number
  isOverfit: boolean | null
}

/**
 * What a layer can be used for: the finest of cells, second level, first level and nation whose conditions are all met.
 * Informative: intervals are precise, and places differ by more than the uncertainty of their means. Calibrated: held-out
 * coverage, the tests of units, and the survey's own estimate do not contradict the model. See docs/reading-a-report.md.
 */
export function verdictOf(evidence: Evidence): Verdict {
  const { estimates } = evidence
  const levels: MapLevel[] = [
    'cells',
    ...([2, 1] as const)
      .filter((level) => modelledAt(estimates, level).length > 1)
      .map((level) => `adm${level}` as const),
    'nation',
  ]
  const criteria = levels.flatMap((level) => criteriaOf(level, evidence))
  const level = levels.find((one) => criteria.every((criterion) => criterion.level !== one || criterion.met))
  return { level: level ?? 'none', criteria }
}

function criteriaOf(level: MapLevel, evidence: Evidence): Criterion[] {
  const { diagnostics, isOverfit } = evidence
  const at = (name: CriterionName, value: number | null, limit: number, met: boolean): Criterion => ({
    level,
    name,
    value,
    limit,
    met,
  })
  const towns = diagnostics.findings.some(({ kind }) => kind === 'urban-share') ? 1 : 0
  const far = extrapolatedShare(evidence)
  const maxFar = level === 'nation' ? MAX_EXTRAPOLATED_NATION : MAX_EXTRAPOLATED
  const common = [at('extrapolation', far, maxFar, far <= maxFar), at('towns', towns, 0, towns === 0)]
  if (level === 'nation') {
    const precise = preciseShare(level, evidence)
    const disagreement = nationalDisagreement(diagnostics)
    return [
      at('precision', precise, MIN_PRECISE, precise !== null && precise >= MIN_PRECISE),
      at('national', disagreement, 1, disagreement === null || disagreement <= 1),
      ...common,
    ]
  }
  const precise = preciseShare(level, evidence)
  const apart = separationAt(level, evidence)
  const coverage = coverageOf(evidence)
  const pValue = leastPValue(level, diagnostics)
  const overfit = isOverfit ? 1 : 0
  const own =
    level === 'cells'
      ? [at('covariates', gainPValue(diagnostics), GAIN_LEVEL, (gainPValue(diagnostics) ?? 1) < GAIN_LEVEL)]
      : [
          at(
            'direct',
            widthRatio(level, evidence.estimates),
            1,
            (widthRatio(level, evidence.estimates) ?? 0) <= 1,
          ),
        ]
  return [
    at('precision', precise, MIN_PRECISE, precise !== null && precise >= MIN_PRECISE),
    at('separation', apart, MIN_SEPARATION, apart !== null && apart >= MIN_SEPARATION),
    ...own,
    at(
      'coverage',
      coverage.excess,
      coverage.limit,
      coverage.excess !== null && coverage.excess >= coverage.limit,
    ),
    at('units', pValue, UNITS_LEVEL, pValue === null || pValue >= UNITS_LEVEL),
    at('overfit', overfit, 0, overfit === 0),
    ...common,
  ]
}

const unitLevel = (level: MapLevel) => (level === 'adm2' ? 2 : level === 'adm1' ? 1 : 0)

type ModelledEstimate = AdminEstimate & { modelled: number; modelledLower: number; modelledUpper: number }

const modelledAt = (estimates: readonly AdminEstimate[], level: number) =>
  estimates.filter((one): one is ModelledEstimate => one.level === level && one.modelled !== null)

function preciseShare(level: MapLevel, { cells, cellWeights, estimates }: Evidence): number | null {
  if (level !== 'cells') {
    const units = modelledAt(estimates, unitLevel(level))
    const precise = units.filter((one) => isPrecise(one.modelled, one.modelledLower, one.modelledUpper))
    return units.length > 0 ? precise.length / units.length : null
  }
  let all = 0
  let precise = 0
  cellWeights.forEach((weight, cell) => {
    if (!(weight > 0)) return
    all += weight
    if (isPrecise(cells.mean[cell], cells.lower[cell], cells.upper[cell])) precise += weight
  })
  return all > 0 ? precise / all : null
}

function separationAt(level: MapLevel, { cells, cellWeights, estimates }: Evidence): number | null {
  if (level === 'cells') return separation(cells.mean, cells.sd, cellWeights)
  const units = modelledAt(estimates, unitLevel(level))
  return separation(
    units.map(({ modelled }) => modelled),
    units.map(({ modelledLower, modelledUpper }) => (modelledUpper - modelledLower) / (2 * Z95)),
    units.map(() => 1),
  )
}

/** Median over units of the modelled interval's width over that of the direct one; null without a direct interval. */
function widthRatio(level: MapLevel, estimates: readonly AdminEstimate[]): number | null {
  const ratios = modelledAt(estimates, unitLevel(level))
    .flatMap(({ modelledLower, modelledUpper, observedLower, observedUpper }) =>
      observedLower !== null && observedUpper !== null && observedUpper > observedLower
        ? [(modelledUpper - modelledLower) / (observedUpper - observedLower)]
        : [],
    )
    .toSorted((a, b) => a - b)
  return ratios.length > 0 ? ratios[Math.floor(ratios.length / 2)] : null
}

/** Coverage of 95 % intervals in block folds minus the expected one, with the least that is tolerated; null without variation. */
function coverageOf({ diagnostics, clusters }: Evidence): { excess: number | null; limit: number } {
  const { r2, coverage_95, expected_coverage_95: expected } = diagnostics.cv_block
  const limit = -coverageTolerance(expected, clusters)
  const isTestable = Number.isFinite(r2) && Number.isFinite(coverage_95) && Number.isFinite(limit)
  return isTestable ? { excess: coverage_95 - expected, limit } : { excess: null, limit: 0 }
}

/** Of the tests of all units at the level and at those above it; for cells, of both. */
function leastPValue(level: MapLevel, { adm1, adm2 }: Evidence['diagnostics']): number | null {
  const tests = level === 'adm1' ? [adm1] : [adm1, adm2]
  const values = tests.flatMap(({ together }) => (together ? [together.p_value] : []))
  return values.length > 0 ? Math.min(...values) : null
}

/** One-sided p-value of what covariates add to the prediction of held-out blocks; null without covariates. */
const gainPValue = ({ overfitting }: Evidence['diagnostics']): number | null =>
  overfitting && 1 - overfitting.p_value

/**
 * Distance of the modelled national figure from the direct one over the half-width of the 95 % interval of their
 * difference, taken as independent. Null without a direct interval, and where the model corrects for the density of
 * sampling, which the direct estimate does not.
 */
function nationalDisagreement({ national, parameters }: Evidence['diagnostics']): number | null {
  const { observed, observed_lower, observed_upper, modelled, modelled_lower, modelled_upper, unraked } =
    national
  if (observed === null || observed_lower === null || observed_upper === null || parameters.uses_density)
    return null
  if (modelled === null || modelled_lower === null || modelled_upper === null) return null
  const half = Math.hypot(observed_upper - observed_lower, modelled_upper - modelled_lower) / 2
  return half > 0 ? Math.abs((unraked ?? modelled) - observed) / half : null
}

function extrapolatedShare({ cellWeights, extrapolated }: Evidence): number {
  let all = 0
  let far = 0
  cellWeights.forEach((weight, cell) => {
    if (!(weight > 0)) return
    all += weight
    if (extrapolated[cell]) far += weight
  })
  return all > 0 ? far / all : 0
}
