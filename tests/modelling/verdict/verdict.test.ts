import { describe, expect, it } from 'vitest'
import type { AdminEstimate } from '#service/modelling/units/admin-types.ts'
import { isPrecise } from '#service/modelling/verdict/precision.ts'
import { separation } from '#service/modelling/verdict/separation.ts'
import { verdictOf } from '#service/modelling/verdict/verdict.ts'

type Evidence = Parameters<typeof verdictOf>[0]

const estimate = (level: 0 | 1 | 2, unit: number, modelled: number, half: number): AdminEstimate => ({
  level,
  unit,
  clusters: 20,
  observed: modelled,
  observedLower: modelled - 2 * half,
  observedUpper: modelled + 2 * half,
  modelled,
  modelledLower: modelled - half,
  modelledUpper: modelled + half,
  z: 0,
  pass: true,
  decision: null,
})
const range = (count: number, from: number, until: number) =>
  Array.from({ length: count }, (_, i) => from + ((until - from) * i) / (count - 1))

/** A layer that is usable for cells, with the changes of a case. */
function evidence(change: (good: Evidence) => void = () => {}): Evidence {
  const means = Float32Array.from(range(50, 0.2, 0.6))
  const good = {
    diagnostics: {
      cv_block: { r2: 0.4, coverage_95: 0.96, expected_coverage_95: 0.965 },
      overfitting: { gap: 0.1, lpd_loss: -20, standard_error: 5, p_value: 0.99 },
      national: {
        observed: 0.4,
        observed_lower: 0.38,
        observed_upper: 0.42,
        modelled: 0.41,
        modelled_lower: 0.39,
        modelled_upper: 0.43,
        unraked: null,
      },
      parameters: { uses_density: false },
      adm1: { tested: 10, passed: 10, together: { units: 10, chi_squared: 9, p_value: 0.5 } },
      adm2: { tested: 0, passed: 0, together: { units: 40, chi_squared: 39, p_value: 0.4 } },
      findings: [],
    },
    estimates: [
      estimate(0, 0, 0.41, 0.02),
      ...range(10, 0.2, 0.6).map((p, unit) => estimate(1, unit, p, 0.04)),
      ...range(40, 0.2, 0.6).map((p, unit) => estimate(2, unit, p, 0.06)),
    ],
    cells: {
      mean: means,
      lower: means.map((p) => p - 0.08),
      upper: means.map((p) => p + 0.08),
      sd: means.map(() => 0.04),
    },
    cellWeights: new Float64Array(50).fill(1),
    extrapolated: new Uint8Array(50),
    clusters: 400,
    isOverfit: false,
  } as unknown as Evidence
  change(good)
  return good
}

/** The level, and the names of the unmet conditions of each level that was not given. */
function levelOf(change?: (good: Evidence) => void) {
  const { level, criteria } = verdictOf(evidence(change))
  const unmet = criteria.filter(({ met }) => !met).map((one) => `${one.level} ${one.name}`)
  return { level, unmet }
}
const widen = (good: Evidence, level: number, half: number) => {
  for (const one of good.estimates) {
    if (one.level !== level) continue
    one.modelledLower = one.modelled! - half
    one.modelledUpper = one.modelled! + half
  }
}

describe('verdictOf', () => {
  it('gives cells to a layer that meets every condition', () => {
    expect(levelOf()).toEqual({ level: 'cells', unmet: [] })
  })

  it.each<[string, string, string[], (good: Evidence) => void]>([
    [
      'covariates that do not improve held-out blocks',
      'adm2',
      ['cells covariates'],
      (good) => (good.diagnostics.overfitting!.p_value = 0.85),
    ],
    ['no covariates', 'adm2', ['cells covariates'], (good) => (good.diagnostics.overfitting = null)],
    ['cells that cannot be distinguished', 'adm2', ['cells separation'], (good) => good.cells.sd.fill(0.1)],
    [
      'imprecise cells',
      'adm2',
      ['cells precision'],
      (good) => {
        good.cells.lower.fill(0.05)
        good.cells.upper.fill(0.7)
      },
    ],
    [
      'districts that contradict the model',
      'adm1',
      ['cells units', 'adm2 units'],
      (good) => (good.diagnostics.adm2.together!.p_value = 0.04),
    ],
    [
      'districts no more precise than the survey alone',
      'cells',
      ['adm2 direct'],
      (good) => {
        for (const one of good.estimates) if (one.level === 2) one.observedUpper = one.observedLower! + 0.11
      },
    ],
    [
      'imprecise districts that cannot be distinguished, and such cells',
      'adm1',
      ['cells separation', 'adm2 precision', 'adm2 separation', 'adm2 direct'],
      (good) => {
        good.cells.sd.fill(0.1)
        widen(good, 2, 0.3)
      },
    ],
    [
      'first-level units that contradict the model',
      'nation',
      ['cells units', 'adm2 units', 'adm1 units'],
      (good) => (good.diagnostics.adm1.together!.p_value = 0.01),
    ],
    [
      'overfitting',
      'nation',
      ['cells overfit', 'adm2 overfit', 'adm1 overfit'],
      (good) => Object.assign(good, { isOverfit: true }),
    ],
    [
      'intervals too narrow in held-out blocks',
      'nation',
      ['cells coverage', 'adm2 coverage', 'adm1 coverage'],
      (good) => (good.diagnostics.cv_block.coverage_95 = 0.92),
    ],
    [
      'an extrapolated fifth of the people',
      'nation',
      ['cells extrapolation', 'adm2 extrapolation', 'adm1 extrapolation'],
      (good) => good.extrapolated.fill(1, 0, 10),
    ],
    [
      'a survey that contradicts the national figure, which is imprecise as well',
      'cells',
      ['nation national'],
      (good) =>
        Object.assign(good.diagnostics.national, {
          modelled: 0.5,
          modelled_lower: 0.48,
          modelled_upper: 0.52,
        }),
    ],
  ])('%s: %s', (_, level, unmet, change) => {
    expect(levelOf(change)).toEqual({ level, unmet })
  })

  it('gives no level where towns may count too much', () => {
    const { level, unmet } = levelOf(({ diagnostics }) =>
      diagnostics.findings.push({ kind: 'urban-share', message: '' }),
    )
    expect(level).toBe('none')
    expect(unmet).toEqual(['cells towns', 'adm2 towns', 'adm1 towns', 'nation towns'])
  })

  it('tests only the levels that the layer has', () => {
    const { criteria } = verdictOf(
      evidence((good) => Object.assign(good, { estimates: good.estimates.filter(({ level }) => level < 2) })),
    )
    expect([...new Set(criteria.map(({ level }) => level))]).toEqual(['cells', 'adm1', 'nation'])
  })

  it('does not mind intervals that are too narrow by less than a point, however many clusters show it', () => {
    const at = (covered: number) =>
      levelOf((good) => {
        Object.assign(good, { clusters: 60_000 })
        good.diagnostics.cv_block.coverage_95 = covered
      }).level
    expect(at(0.956)).toBe('cells')
    expect(at(0.954)).toBe('nation')
  })

  it('does not call a layer calibrated whose coverage cannot be tested', () => {
    const { level } = verdictOf(evidence((good) => (good.diagnostics.cv_block.r2 = Number.NaN)))
    expect(level).toBe('nation')
  })

  it('tests the national figure before raking, and not where the density of sampling is a covariate', () => {
    const agrees = (change: (good: Evidence) => void) =>
      verdictOf(evidence(change)).criteria.find(({ name }) => name === 'national')!
    const raked = (good: Evidence) =>
      Object.assign(good.diagnostics.national, {
        modelled: 0.6,
        modelled_lower: 0.59,
        modelled_upper: 0.61,
        unraked: 0.41,
      })
    expect(agrees(raked).met).toBe(true)
    const density = agrees((good) => {
      good.diagnostics.national.modelled = 0.6
      good.diagnostics.parameters.uses_density = true
    })
    expect(density).toMatchObject({ value: null, met: true })
  })
})

describe('isPrecise', () => {
  it.each([
    [0.02, 0.001, 0.05, true],
    [0.02, 0, 0.051, false],
    [0.98, 0.951, 1, true],
    [0.98, 0.949, 1, false],
    [0.5, 0.351, 0.65, true],
    [0.5, 0.35, 0.65, false],
    [0.1, 0.05, 0.18, true],
    [0.1, 0.05, 0.181, false],
  ])('%d (%d to %d): %s', (share, lower, upper, precise) => {
    expect(isPrecise(share, lower, upper)).toBe(precise)
  })
})

describe('separation', () => {
  it('is the share of the variance that lies between places', () => {
    expect(separation([0, 2], [1, 1], [1, 1])).toBeCloseTo(0.5)
    expect(separation([0, 2], [0, 0], [1, 1])).toBe(1)
    expect(separation([1, 1], [1, 1], [1, 1])).toBe(0)
    expect(separation([1, 1], [0, 0], [1, 1])).toBe(0)
  })
  it('weights places, and leaves out those without weight', () => {
    expect(separation([0, 2, 9], [1, 1, 9], [3, 1, 0])).toBeCloseTo(0.75 / 1.75)
    expect(separation([0, 2], [1, 1], [1, 0])).toBeNull()
  })
})
