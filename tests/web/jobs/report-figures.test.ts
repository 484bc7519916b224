import { SURFACES } from '#contract/jobs/output-types.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ADMIN_SORTS, type AdminUnit, sortUnits } from '~/components/jobs/report/units/admin-sort.ts'
import { configurationRows } from '~/components/jobs/report/configuration.tsx'
import {
  readCoefficients,
  readCurves,
  readDiagnostics,
} from '~/components/jobs/report/diagnostics/diagnostics.ts'
import { formatFolds } from '~/components/jobs/report/diagnostics/metrics-table.tsx'
import { directEnds, directInterval } from '~/components/jobs/report/units/direct-interval.ts'
import { countryFigure } from '~/components/jobs/report/units/country-figure.ts'
import { townWarnings } from '~/components/jobs/report/units/survey-design.ts'
import { hasLittlePower } from '~/components/jobs/report/diagnostics/test-power.ts'
import { designOf, whatToTrust } from '~/components/jobs/report/units/national-figure.tsx'
import { flagsOf, testedOf, unitsFlag } from '~/components/jobs/report/flags.tsx'
import { count, decimal } from '~/lib/figures.ts'
import {
  duration,
  errorPoints,
  headcount,
  interval,
  jobTitle,
  modelledInterval,
  percent,
  points,
  probability,
  formatRaking,
  words,
} from '~/components/jobs/report/format.ts'
import { fileSize, sizeLimit } from '#common/file-size.ts'
import { surfaceUnit, surfaceValue } from '~/components/jobs/report/map/surfaces.ts'
import { reportSearch } from '~/components/jobs/report/report-search.ts'
import { report, units } from '../support/report-fixture.ts'

describe('figures in words', () => {
  test('shows shares as percentages, differences as points and missing values as a dash', () => {
    expect(percent(0.2134)).toBe('21.3\u202f%')
    expect(percent(-0.01)).toBe('\u22121.0\u202f%')
    expect(percent(null)).toBe('–')
    expect(percent(Number.NaN)).toBe('–')
    expect(interval(0.16, 0.279)).toBe('16.0–27.9\u202f%')
    expect(interval(null, 0.2)).toBe('–')
    const ends = (modelled_lower: number | null, modelled_upper: number | null) =>
      modelledInterval({ modelled_lower, modelled_upper })
    expect(ends(0.16, 0.279)).toBe('16.0–27.9\u202f%')
    expect(ends(0, 0.032)).toBe('0*–3.2\u202f%')
    expect(ends(0.9, 1)).toBe('90.0–100\u202f%*')
    expect(ends(null, null)).toBe('–')
    expect(points(0.119)).toBe('11.9\u00a0points')
    expect(points(0.133, 2)).toBe('13.30\u00a0points')
    expect([0.1304, 0.0128, 0.00012, 0].map(errorPoints)).toEqual([
      '13.04\u00a0points',
      '1.28\u00a0points',
      '0.012\u00a0points',
      '0.00\u00a0points',
    ])
  })

  test('shows nothing without a sign, and people without false precision', () => {
    expect(decimal(-0.00001, 4)).toBe('0.0000')
    expect(decimal(-0.0001, 4)).toBe('\u22120.0001')
    expect(points(-0.0001)).toBe('\u22120.010\u00a0points')
    expect(points(-0.0001, 1)).toBe('0.0\u00a0points')
    expect(points(0)).toBe('0\u00a0points')
    expect([0, 0.4237, 9.87, 17.4, 2834.2, 7_070_362].map(headcount)).toEqual([
      '0',
      '0.42',
      '9.9',
      '17',
      '2\u202f830',
      '7\u202f070\u202f000',
    ])
    expect(headcount(null)).toBe('–')
  })

  test.each([
    [0, '0'],
    [0.000_003, '<\u202f0.001'],
    [0.000_27, '0.027'],
    [0.003_1, '0.31'],
    [0.009_96, '1.0'],
    [0.01, '1.0'],
    [0.5, '50.0'],
    [0.989_6, '99.0'],
    [0.993, '99.3'],
    [0.9997, '99.97'],
    [0.999_734, '99.973'],
    [0.999_999_9, '>\u202f99.999'],
    [1, '100'],
  ])('shows a share of %f with two significant digits near 0 and 100 %%', (share, text) => {
    expect(percent(share)).toBe(`${text}\u202f%`)
  })

  test('shows the interval of a rare outcome, and explicit decimals as asked', () => {
    expect(interval(0, 0.000_27)).toBe('0–0.027\u202f%')
    expect(interval(0.0021, 0.0103)).toBe('0.21–1.0\u202f%')
    expect(percent(0.004, 0)).toBe('0\u202f%')
  })

  test('never shows a share of draws as certainty', () => {
    expect(probability(1, 500)).toBe('>\u202f99.8\u202f%')
    expect(probability(0, 500)).toBe('<\u202f0.2\u202f%')
    expect(probability(0.998, 500)).toBe('99.8\u202f%')
    expect(probability(0.002, 500)).toBe('0.2\u202f%')
    expect(probability(1, 2000)).toBe('>\u202f99.95\u202f%')
    expect(probability(0, 50)).toBe('<\u202f2.0\u202f%')
    expect(probability(0.41, undefined)).toBe('41.0\u202f%')
    expect(probability(null, 500)).toBe('–')
    expect(surfaceValue('exceedance', 1, 500)).toBe('>\u202f99.8\u202f%')
  })

  test('shows the width of an interval in points, numbers of people as such, every other surface in percent', () => {
    expect(SURFACES.map((surface) => [surface, surfaceUnit(surface), surfaceValue(surface, 0.119)])).toEqual([
      ['mean', 'share, %', '11.9\u202f%'],
      ['lower', 'share, %', '11.9\u202f%'],
      ['upper', 'share, %', '11.9\u202f%'],
      ['width', 'percentage points', '11.9\u00a0points'],
      ['exceedance', 'probability, %', '11.9\u202f%'],
      ['people', 'people per cell', '0.12'],
    ])
  })

  test('groups the digits of large numbers, but not decimals', () => {
    expect(count(1204)).toBe('1\u202f204')
    expect(count(37)).toBe('37')
    expect(decimal(-12_345.678_91, 4)).toBe('\u221212\u202f345.6789')
    expect(decimal(undefined)).toBe('–')
  })

  test('sizes and durations', () => {
    expect(fileSize(0)).toBe('0\u202fB')
    expect(fileSize(999)).toBe('999\u202fB')
    expect(fileSize(1_234_567)).toBe('1.2\u202fMB')
    expect(fileSize(45_000_000)).toBe('45\u202fMB')
    expect(fileSize(9_960)).toBe('10\u202fkB')
    expect(fileSize(999_499)).toBe('999\u202fkB')
    expect(fileSize(999_500)).toBe('1.0\u202fMB')
    expect([1000, 5 * 2 ** 20, 64 * 2 ** 30, 2 ** 30 + 1].map(sizeLimit)).toEqual([
      '1,000 bytes',
      '5 MiB',
      '64 GiB',
      '1 GiB',
    ])
    expect(duration('2026-01-01T00:00:00Z', '2026-01-01T00:01:12Z')).toBe('1 min 12 s')
    expect(duration('2026-01-01T00:00:00Z', '2026-01-01T02:05:00Z')).toBe('2 h 5 min')
  })

  test('says that figures are raked, and to what', () => {
    expect(formatRaking({ rake_to: 0.32, raked_units: 0 })).toBe('Raked to 32\u202f%')
    expect(formatRaking({ rake_to: 0.3254, raked_units: 0 })).toBe('Raked to 32.54\u202f%')
    expect(formatRaking({ rake_to: 0.0031, raked_units: 0 })).toBe('Raked to 0.31\u202f%')
    expect(formatRaking({ rake_to: null, raked_units: 3 })).toBe('3 units raked')
    expect(formatRaking({ rake_to: null, raked_units: 0 })).toBeUndefined()
  })

  test('names a job in words', () => {
    expect(words('child_stunting')).toBe('Child stunting')
    expect(
      jobTitle({ ...report, target: 'HIV-prevalence', source: 'DHS', source_wave: '2018', round: '2' }),
    ).toBe('HIV prevalence in Nigeria, DHS 2018, round 2')
  })
})

describe('the order of admin units', () => {
  test('by outcome, lists units outside first and untestable ones last in either direction', () => {
    const adm1 = units.filter((unit) => unit.level === 1)
    expect(sortUnits(adm1, 'pass', 'asc').map((unit) => unit.name)).toEqual(['Kano', 'Abia', 'Lagos'])
    expect(sortUnits(adm1, 'pass', 'desc').map((unit) => unit.name)).toEqual(['Abia', 'Kano', 'Lagos'])
  })

  test('every order keeps all units, with those without a value last', () => {
    const value = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
    const unit = fc.record({
      name: fc.string(),
      clusters: fc.nat(),
      observed: value,
      modelled: value,
      z: value,
      pass: fc.option(fc.boolean()),
    })
    fc.assert(
      fc.property(
        fc.array(unit),
        fc.constantFrom(...ADMIN_SORTS),
        fc.constantFrom('asc' as const, 'desc' as const),
        (rows, by, order) => {
          const sorted = sortUnits(rows as AdminUnit[], by, order)
          expect(new Set(sorted)).toEqual(new Set(rows))
          if (by === 'name') return
          const missing = sorted.map((row) => row[by] === null)
          expect(missing).toEqual(missing.toSorted((a, b) => Number(a) - Number(b)))
        },
      ),
      { seed: 7 },
    )
  })
})

describe('malformed diagnostics', () => {
  test('ignores malformed members and reads the rest', () => {
    const logged = { name: 'access', mean: 0.2, sd: 0.1, lower: 0, upper: 0.4, transform: 'log' }
    const read = readDiagnostics({
      train: { r2: 0.3, rmse_pooled: 'lost', lpd: null },
      cv_block: 'none',
      importance: [{ name: 'evi' }],
      pit: { cv_random: [0.5, 0.5] },
      parameters: { coefficients: [logged] },
      future: 1,
    })
    expect(read?.train).toMatchObject({ r2: 0.3, rmse: undefined, lpd: undefined })
    expect(read?.cv_block).toBeUndefined()
    expect(read?.importance).toEqual([])
    expect(read?.pit).toEqual({ cv_random: [0.5, 0.5], cv_block: [] })
    expect(readCoefficients(read?.parameters ?? {})).toEqual([logged])
  })

  test('reads the curves of a report', () => {
    const curve = {
      name: 'evi',
      sd: 0.4,
      edf: 3.2,
      x: [0, 1],
      mean: [0.1, 0.2],
      lower: [0, 0],
      upper: [1, 1],
    }
    expect(readCurves({ curves: [{ ...curve, knots: 9 }] })).toEqual([curve])
    expect(readCurves({})).toEqual([])
    expect(readCurves({ curves: 'none' })).toEqual([])
  })

  test('reads the RMSE over all clusters', () => {
    const pooled = { r2: 0.127, rmse: 0.1293, rmse_pooled: 0.1376 }
    expect(readDiagnostics({ cv_block: pooled })?.cv_block?.rmse).toBe(0.1376)
  })

  test('says how large folds are', () => {
    expect(formatFolds([10, 180, 44])).toBe('3 folds of 10 to 180 clusters')
    expect(formatFolds([50, 50])).toBe('2 folds of 50 clusters')
    expect(formatFolds(undefined)).toBeUndefined()
  })

  test('returns no diagnostics if nothing is readable', () => {
    for (const nothing of [null, undefined, 'text', 3, []]) expect(readDiagnostics(nothing)).toBeNull()
    expect(readDiagnostics({})).toMatchObject({ importance: [], parameters: {} })
  })
})

test('the flag of admin units says how many were tested, if not all', () => {
  const adm = (units: Parameters<typeof testedOf>[0]) =>
    flagsOf({ final: false, all_adm_pass: true, is_overfit: null }, testedOf(units))[1]!
  const [kano, abia, lagos, ikeja] = units as [AdminUnit, AdminUnit, AdminUnit, AdminUnit]
  expect(adm([abia, lagos, lagos, ikeja])).toMatchObject({
    word: 'All ADM pass',
    detail: '1 of 3 units tested',
  })
  expect(adm([abia, lagos, lagos, ikeja]).meaning).toMatch(/^1 of 1 tested, of 3 units\. The/)
  expect(adm([kano, abia]).detail).toBeUndefined()
  expect(adm([kano, abia]).meaning).toMatch(/^1 of 2 tested, of 2 units\./)
})

test('an observed share has an interval, or the reason why not', () => {
  const [lower, upper] = [0.133, 0.136]
  const figures = (clusters: number, observed: number | null, ends: [number, number] | null) => {
    const [observed_lower, observed_upper] = ends ?? [null, null]
    return { clusters, observed, observed_lower, observed_upper }
  }
  expect(directInterval(figures(3, 0.134, [lower, upper]))).toBe('13.3–13.6\u202f%')
  expect(directInterval(figures(2, 0.134, null))).toBe('below 3 clusters')
  expect(directEnds(figures(2, 0.134, null))).toBeNull()
  expect(directInterval(figures(1, 0, null))).toBe('below 3 clusters')
  expect(directInterval(figures(7, 0, null))).toBe('no case')
  expect(directInterval(figures(7, 1, null))).toBe('only cases')
  expect(directInterval(figures(3, 0.2, null))).toBe('one cluster per stratum')
  expect(directInterval(figures(0, null, null))).toBe('–')
  // A nation without a case.
  expect(directEnds(figures(60, 0, [0, 0.01]))).toEqual([0, 0.01])
})

test('a unit with few cases or few non-cases can hardly be tested', () => {
  // 16 clusters of 20 people, one case: p = 0.003, se of the logit 1.
  const ends = (p: number, se: number) =>
    [-1, 1].map((sign) => 1 / (1 + Math.exp(-Math.log(p / (1 - p)) - sign * 1.96 * se))) as [number, number]
  const unit = (p: number, se: number, pass: boolean | null = true) => {
    const [observed_lower, observed_upper] = ends(p, se)
    return { pass, observed: p, observed_lower, observed_upper }
  }
  expect(hasLittlePower(unit(0.003, 1))).toBe(true)
  expect(hasLittlePower(unit(0.997, 1))).toBe(true)
  // Ten cases: se = √(1/10).
  expect(hasLittlePower(unit(0.003, Math.sqrt(1 / 10)))).toBe(false)
  expect(hasLittlePower(unit(0.4, 0.15))).toBe(false)
  expect(hasLittlePower(unit(0.003, 1, null))).toBe(false)
})

test('says what the direct estimate knows of the design', () => {
  const design = (columns: unknown, weighted = true) =>
    designOf({ layer: { columns }, diagnostics: { parameters: { weighted } } })
  expect(design({ weight: 'w', stratum: 's' })).toBe('clusters, their weights and strata only.')
  expect(design({ numerator: 'n' }, false)).toMatch(/no weights or strata were given: a simple random sample/)
  expect(design({ weight: 'w' })).toMatch(/no strata were given/)
  expect(design({ stratum: 's' }, false)).toMatch(/no weights were given/)
  expect(design(undefined)).toBe('clusters and weights only.')
})

test('which figure to trust depends on weights, and on the density of clusters', () => {
  const trust = (columns: object, usesDensity = false, separatesTowns = false) =>
    whatToTrust(
      { layer: { columns }, diagnostics: { parameters: { weighted: 'weight' in columns } } },
      usesDensity,
      separatesTowns,
    )
  expect(trust({ weight: 'w' })).toContain('trust the direct estimate')
  expect(trust({ weight: 'w' }, true)).toContain('trust the modelled figure')
  for (const columns of [{}, { stratum: 's' }]) {
    expect(trust(columns)).toContain('before you trust either figure')
    expect(trust(columns, true)).toContain('trust the modelled figure')
    expect(trust(columns)).toContain('so is the modelled figure if these were towns')
    expect(trust(columns, false, true)).not.toContain('so is the modelled figure')
  }
  const equal = { layer: { columns: { weight: 'w' } }, diagnostics: { parameters: { weighted: false } } }
  expect(whatToTrust(equal, false, false)).toMatch(
    /^Without weights that differ, the direct estimate is biased/,
  )
  expect(designOf(equal)).toMatch(/^clusters only; all weights are the same and no strata were given/)
})

describe('the national figure of a survey without weights', () => {
  const finding = { kind: 'urban-share', message: 'The survey marks urban clusters, but has no weights.' }
  const job = (parameters: object, layer: object, findings: object[] = []) => ({
    layer: { columns: { urban: 'u' }, ...layer },
    diagnostics: { national: { clusters: 60, modelled: 0.2 }, parameters, findings },
  })

  test('has the finding beside it, and is not shown where it cannot have it', () => {
    const unanswered = job({ weighted: false, urban_share: null }, {}, [finding])
    expect(townWarnings(unanswered)).toEqual([finding.message])
    expect(countryFigure(unanswered, 'mean')).toBeUndefined()
  })

  test.each([
    ['the layer gives the share', { urban_share: 0.3 }, { urban_share: 0.3 }],
    ['the layer states that towns were not oversampled', { urban_share: 0.6 }, { urban_share: 'sample' }],
    ['there are weights', { weighted: true, urban_share: 0.6 }, { columns: { urban: 'u', weight: 'w' } }],
    ['urban clusters are not marked', { urban_share: null }, { columns: {} }],
  ])('has no warning if %s', (_, parameters, layer) => {
    const answered = job(parameters, layer)
    expect(townWarnings(answered)).toEqual([])
    expect(countryFigure(answered, 'mean')).toBe(0.2)
  })
})

test('has a flag for every state', () => {
  const words = (final: boolean, pass: boolean | null, overfit: boolean | null) =>
    flagsOf({ final, all_adm_pass: pass, is_overfit: overfit }).map((flag) => flag.word)
  expect(words(true, true, false)).toEqual(['Final', 'All ADM pass', 'Not overfit'])
  expect(words(false, null, true)).toEqual(['Not final', 'ADM not testable', 'Overfit'])
  expect(words(false, false, null)).toEqual(['Not final', 'Not all ADM pass'])
})

test('units outside their interval are a warning only if all units together contradict the model', () => {
  const job = { final: true, all_adm_pass: false, is_overfit: null }
  expect(flagsOf(job, undefined, true)[1]).toMatchObject({ word: 'Not all ADM pass', tone: 'neutral' })
  expect(flagsOf(job)[1]).toMatchObject({ word: 'Not all ADM pass', tone: 'warning' })
  const test = (p_value: number) => unitsFlag({ units: 37, chi_squared: 41, p_value })
  expect(test(0.29)).toMatchObject({
    word: 'Units agree with the model',
    tone: 'success',
    detail: 'p = 0.29',
  })
  expect(test(0.003)).toMatchObject({
    word: 'Units contradict the model',
    tone: 'warning',
    detail: 'p = 0.003',
  })
})

test('keeps valid values in the address and drops the others', () => {
  expect(
    reportSearch.parse({
      surface: 'upper',
      ramp: 'jet',
      view: '5_9_8',
      pin: '9',
      level: 3,
      sort_by: 'z',
      sort_order: 'up',
      x: 1,
    }),
  ).toEqual({ surface: 'upper', view: '5_9_8', sort_by: 'z' })
})

test('lists the configuration in the order of its columns, without empty values', () => {
  expect(
    configurationRows({
      seed: 1,
      columns: { weight: 'w', numerator: 'y' },
      iso3_code: 'NGA',
      tags: [],
      adm_levels: [1, 2],
      improves: null,
      survey_id: 0,
    }),
  ).toEqual([
    ['iso3_code', 'NGA'],
    ['columns.numerator', 'y'],
    ['columns.weight', 'w'],
    ['adm_levels', '1, 2'],
    ['seed', '1'],
    ['survey_id', '0'],
  ])
})
