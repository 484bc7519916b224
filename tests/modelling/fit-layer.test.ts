import { describe, expect, it } from 'vitest'
import { fitLayer } from '#service/modelling/fit-layer.ts'
import { sequentialFolds } from '#service/modelling/validation/cross-validate.ts'
import { withFoldThreads } from '#service/modelling/validation/fold-pool.ts'
import { ModelError } from '#service/modelling/model-error.ts'
import type { LayerInput, LayerOptions, LayerResult } from '#service/modelling/layer-types.ts'
import { simulateCountry } from './simulated-country.ts'

const options: LayerOptions = {
  method: 'gp',
  folds: 4,
  blockKm: 'auto',
  draws: 100,
  seed: 1,
  overfitGap: 0.2,
  admMinClusters: 10,
  exceedanceThreshold: null,
  urbanShare: null,
  rakeTo: null,
}
const countryOf = (clusters: number) =>
  simulateCountry({ clusters, columns: 22, rows: 18, units: 5, seed: 6 }).input
const unchanged = countryOf(120)
/** A copy, which a test can change. */
const country = () => structuredClone(unchanged)

/** Every number of a result, as text; also rejects NaN and infinities. */
function bytesOf(result: LayerResult): string {
  return JSON.stringify(result, (key, value: unknown) => {
    if (ArrayBuffer.isView(value)) return [...(value as unknown as Iterable<number>)]
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} is ${value}`)
    return value
  })
}

describe('fitLayer', () => {
  it('gives the same bytes on one, two and three threads, and others for another seed', async () => {
    const alone = bytesOf(await fitLayer(country(), options))
    for (const threads of [1, 2, 3]) {
      const spread = await withFoldThreads(threads, (mapFolds) => fitLayer(country(), options, { mapFolds }))
      expect(bytesOf(spread)).toBe(alone)
    }
    expect(bytesOf(await fitLayer(country(), { ...options, seed: 2 }))).not.toBe(alone)
  })

  it('gives the same surface whatever the offset of a covariate', async () => {
    const input = country()
    const lift = (values: Float64Array) => values.map((value) => value + 1e10)
    input.covariatesAtClusters[0] = lift(input.covariatesAtClusters[0])
    input.cells.covariates[0] = lift(input.cells.covariates[0])
    const [plain, lifted] = [await fitLayer(country(), options), await fitLayer(input, options)]
    plain.mean.forEach((value, cell) => expect(lifted.mean[cell]).toBeCloseTo(value, 3))
  })

  it('has curves in every fold of a survey of 150 clusters, on threads too', async () => {
    const auto: LayerOptions = { ...options, method: 'auto', folds: 2 }
    const input = countryOf(150)
    const methods = new Set<string>()
    const alone = await fitLayer(input, auto, {
      mapFolds: (tasks, context) => {
        for (const { method, train } of tasks) {
          expect(train.longitude.length).toBeLessThan(150)
          methods.add(method)
        }
        return sequentialFolds(async () => {})(tasks, context)
      },
    })
    expect([...methods]).toEqual(['gam'])
    expect(alone.diagnostics.parameters.method).toBe('gam')
    expect(alone.diagnostics.parameters).not.toHaveProperty('curves_gain')
    const spread = await withFoldThreads(2, (mapFolds) => fitLayer(input, auto, { mapFolds }))
    expect(bytesOf(spread)).toBe(bytesOf(alone))
  })

  it('fills every diagnostic with finite numbers and reports its steps in order', async () => {
    const steps: [string, number][] = []
    const input: LayerInput = { ...country(), displacement: 'dhs' }
    const result = await fitLayer(input, options, {
      progress: (step, fraction) => void steps.push([step, fraction]),
    })
    const { diagnostics } = result
    expect(Object.keys(diagnostics)).toEqual([
      'train',
      'cv_random',
      'cv_block',
      'cv_block_without_covariates',
      'fold_sizes',
      'fold_scores',
      'overfitting',
      'national',
      'raked_units',
      'adm1',
      'adm2',
      'parameters',
      'variogram',
      'prior_sensitivity',
      'importance',
      'pit',
      'reliability',
      'findings',
      'verdict',
    ])
    expect([...new Set(steps.map(([step]) => step))]).toEqual([
      'Fitting',
      'Predicting',
      'Cross-validation (random)',
      'Cross-validation (blocks)',
      'Cross-validation (no covariates)',
    ])
    const fractions = steps.map(([, fraction]) => fraction)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBeCloseTo(1, 12)
    const { train, cv_random: random, cv_block: block, parameters, variogram } = diagnostics
    expect(train.r2).toBeGreaterThan(random.r2)
    expect(random.rmse).toBeLessThan(0.2)
    expect(result.isOverfit).toBe(false)
    const { overfitting, cv_block_without_covariates: bare } = diagnostics
    expect(overfitting!.gap).toBeCloseTo(train.r2 - block.r2, 12)
    expect(overfitting!.lpd_loss).toBeCloseTo(bare!.lpd - block.lpd, 8)
    // The covariates of this survey neither help nor harm; the flag needs a p-value below 0.1.
    expect(overfitting!.p_value).toBeGreaterThan(0.1)
    expect(diagnostics.findings).toEqual([])
    expect(diagnostics.adm1.together).toMatchObject({ units: 5 })
    expect(diagnostics.adm2.together).toBeNull()
    expect(parameters.coefficients.map(({ name, transform }) => [name, transform])).toEqual([
      ['relief', 'none'],
      ['remoteness', 'log'],
    ])
    expect(parameters.block_folds).toBe(4)
    expect(parameters.prior_variance_mean).toBeGreaterThanOrEqual(0.5)
    expect(variogram!.fitted).toHaveLength(variogram!.distance_km.length)
    const { lower, upper } = variogram!.envelope!
    variogram!.fitted.forEach((value, bin) => {
      expect(value).toBeGreaterThan(lower[bin])
      expect(value).toBeLessThan(upper[bin])
    })
    for (const name of ['variance', 'length_scale_km', 'range_km', 'cluster_variance'] as const) {
      expect(parameters.intervals![name][0]).toBeLessThan(parameters[name])
      expect(parameters.intervals![name][1]).toBeGreaterThan(parameters[name])
    }
    for (const { mean, lower, upper } of parameters.coefficients) {
      expect(lower).toBeLessThan(mean)
      expect(upper).toBeGreaterThan(mean)
    }
    expect(diagnostics.prior_sensitivity).toHaveLength(2)
    for (const { national } of diagnostics.prior_sensitivity) {
      expect(national!.before.mean).toBeCloseTo(diagnostics.national.modelled!, 12)
      expect(national!.before.lower).toBeCloseTo(diagnostics.national.modelled_lower!, 12)
      expect(national!.after.mean).not.toBe(national!.before.mean)
      expect(national!.after.mean).toBeCloseTo(national!.before.mean, 2)
    }
    expect(diagnostics.pit.cv_random.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9)
    expect(result.admin).toHaveLength(5)
    const { national } = diagnostics
    expect(national.clusters).toBe(120)
    expect(parameters.urban_share).toBeNull()
    expect(parameters.displacement).toBe('dhs')
    const { numerator, denominator } = input.clusters
    const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)
    expect(national.observed).toBeCloseTo(total(numerator) / total(denominator), 12)
    const units = result.admin.map(({ modelled }) => modelled!)
    expect(national.modelled).toBeGreaterThan(Math.min(...units))
    expect(national.modelled).toBeLessThan(Math.max(...units))
    expect(national.modelled_lower).toBeLessThan(national.modelled!)
    expect(national.modelled_upper).toBeGreaterThan(national.modelled!)
    expect(result.allAdmPass).toBe(diagnostics.adm1.passed === diagnostics.adm1.tested)
    expect(result.clustersCv.id).toEqual(input.clusters.id)
    for (const column of Object.values(result.clustersCv)) expect(column).toHaveLength(120)
  })

  it('does not use urban marks of a survey without weights, until the layer says what they stand for', async () => {
    const marked = country()
    marked.clusters.urban = Uint8Array.from(marked.clusters.id, (_, i) => (i % 3 === 0 ? 1 : 0))
    const short: LayerOptions = { ...options, folds: 2 }
    const unmarked = await fitLayer(country(), short)
    const unanswered = await fitLayer(marked, short)
    expect(unanswered.mean).toEqual(unmarked.mean)
    const { findings, parameters } = unanswered.diagnostics
    expect(parameters).toMatchObject({ weighted: false, urban_share: null })
    expect(findings.map(({ kind }) => kind)).toEqual(['urban-share'])
    const sampled = await fitLayer(marked, { ...short, urbanShare: 'sample' })
    expect(sampled.mean).not.toEqual(unmarked.mean)
    expect(sampled.diagnostics.findings).toEqual([])
    expect(sampled.diagnostics.parameters.urban_share).toBeCloseTo(1 / 3, 1)
  })

  it('finds weights that no survey has', async () => {
    const input = country()
    input.clusters.weight = input.clusters.weight.map((_, i) => 10 ** (-9 + (18 * i) / 119))
    const { diagnostics } = await fitLayer(input, { ...options, folds: 2 })
    expect(diagnostics.findings.map(({ kind }) => kind)).toEqual(['weights'])
    expect(diagnostics.parameters.weighted).toBe(true)
  })

  it('has no verdict on ADM1 if no unit is testable', async () => {
    const result = await fitLayer({ ...country(), admin: [] }, { ...options, folds: 2 })
    expect(result.allAdmPass).toBeNull()
    expect(result.diagnostics.adm1).toEqual({ tested: 0, passed: 0, together: null })
  })

  it('stops on abort, in the fit and in the threads', async () => {
    const early = AbortSignal.abort(new Error('Cancelled.'))
    await expect(fitLayer(country(), options, { signal: early })).rejects.toThrow('Cancelled.')
    const controller = new AbortController()
    const running = withFoldThreads(2, (mapFolds) =>
      fitLayer(country(), options, {
        signal: controller.signal,
        mapFolds,
        progress: (step) => {
          if (step.startsWith('Cross')) setImmediate(() => controller.abort(new Error('Cancelled.')))
        },
      }),
    )
    await expect(running).rejects.toThrow('Cancelled.')
  })

  it('loses a fold that cannot be fitted, not the layer', async () => {
    const shared = { method: 'gp' as const, start: { theta: [0, 4, -1] }, seed: 1, importance: false }
    const tasks = [{ ...shared, train: emptyData(1), test: emptyData(0) }]
    const failed = { failed: 'All clusters lie on one point; check longitude and latitude.' }
    expect(await withFoldThreads(1, (mapFolds) => mapFolds(tasks, { onDone: () => {} }))).toEqual([failed])
    expect(await sequentialFolds(async () => {})(tasks, { onDone: () => {} })).toEqual([failed])
  })
})

function emptyData(count: number) {
  const values = new Float64Array(count)
  return { longitude: values, latitude: values, numerator: values, denominator: values, covariates: [] }
}

describe('what the engine rejects', () => {
  const rejected: [string, (input: LayerInput) => void, RegExp][] = [
    [
      'a covariate that does not vary',
      (input) => input.covariatesAtClusters[0].fill(3),
      /^The covariate 'relief' has the same value at every cluster/,
    ],
    [
      'a covariate with a hole',
      (input) => (input.cells.covariates[1][7] = NaN),
      /'remoteness' at cell 8 is not a number/,
    ],
    [
      'a fill that is not declared',
      (input) => (input.cells.covariates[1][7] = -3.4028234663852886e38),
      /'remoteness' at cell 8 is '-3\.4028234663852886e\+38', .* nodata .*-a_nodata -3\.4028234663852886e\+38 in\.tif/,
    ],
    [
      'a fill at a cluster',
      (input) => (input.covariatesAtClusters[0][2] = 9.969209968386869e36),
      /'relief' at cluster 3 is '9\.969209968386869e\+36'/,
    ],
    [
      'a fill of the population',
      ({ cells }) => {
        cells.population = cells.latitude.map(() => 10)
        cells.population[4] = 1.1e30
      },
      /^The population of cell 5 is '1\.1e\+30'/,
    ],
    [
      'a numerator above its denominator',
      (input) => (input.clusters.numerator[3] = 99),
      /^Cluster c4 has numerator 99/,
    ],
    ['a weight of 0', (input) => (input.clusters.weight[0] = 0), /^Cluster c1 has no weight above 0/],
    [
      'an infinite coordinate',
      (input) => (input.clusters.longitude[1] = Infinity),
      /^The longitude of cluster 2/,
    ],
    [
      'proportions all alike',
      ({ clusters }) => clusters.numerator.set(clusters.denominator.map((n) => n / 2)),
      /same proportion/,
    ],
    [
      'coordinates in metres',
      (input) => (input.clusters.longitude[7] = 512_000),
      /^Cluster c8 is at 512000, .* which are not degrees/,
    ],
    ['a cell at no place on Earth', (input) => (input.cells.latitude[3] = 90.5), /^Cell 4 is at/],
    [
      'one place only',
      (input) => (input.clusters.longitude.fill(5), input.clusters.latitude.fill(9)),
      /on one point/,
    ],
    [
      'a unit that does not exist',
      (input) => (input.admin[0].clusterUnit[0] = 5),
      /^Level 1 has 5 units, but unit 5 is used/,
    ],
    ['no cells', (input) => (input.cells.longitude = new Float64Array(0)), /^No cell/],
    [
      'columns of unequal length',
      (input) => (input.clusters.stratum = []),
      /stratum holds 0 values where 120/,
    ],
    ['a country without people', (input) => input.cells.population!.fill(0), /^No one lives in any cell/],
  ]
  it.each(rejected)('%s', async (_, spoil, message) => {
    const input = country()
    spoil(input)
    const failing = fitLayer(input, options)
    await expect(failing).rejects.toBeInstanceOf(ModelError)
    await expect(failing).rejects.toThrow(message)
  })

  const figureOf = (prevalence: number, unit = 0) => ({ unit, name: 'North', prevalence })
  it.each<[string, Partial<LayerOptions>, RegExp]>([
    ['more folds than half of the clusters', { folds: 61 }, /^The number of folds .* between 2 and 60\.$/],
    ['two and a half folds', { folds: 2.5 }, /^The number of folds must be a whole number/],
    ['one draw', { draws: 1 }, /^The number of draws must be a whole number of at least 10\.$/],
    ['ten and a half draws', { draws: 10.5 }, /^The number of draws must be a whole number/],
    ['a threshold in per cent', { exceedanceThreshold: 30 }, /^The threshold of exceedance is 30; it must/],
    ['an urban share that is no number', { urbanShare: NaN }, /^The urban share is NaN; it must/],
    [
      'raking to 0',
      { rakeTo: { level: 1, figures: [figureOf(0.2), figureOf(0, 1)] } },
      /^The prevalence to rake North to is 0; it must be above 0 and below 1/,
    ],
    [
      'raking to 1',
      { rakeTo: { level: 0, figures: [figureOf(1)] } },
      /^The prevalence to rake North to is 1; it/,
    ],
    [
      'raking one unit to two figures',
      { rakeTo: { level: 1, figures: [figureOf(0.2), figureOf(0.4)] } },
      /^There are two prevalences to rake North to\.$/,
    ],
  ])('%s', async (_, wrong, message) => {
    const failing = fitLayer(country(), { ...options, ...wrong })
    await expect(failing).rejects.toBeInstanceOf(ModelError)
    await expect(failing).rejects.toThrow(message)
  })

  it('a survey with too few clusters', async () => {
    await expect(fitLayer(countryOf(49), options)).rejects.toThrow('The survey has 49 clusters; at least 50')
  })

  it('handles clusters on one site, a distant island, and counts of 0 in a whole region', async () => {
    const input = country()
    for (let i = 0; i < 30; i++) {
      input.clusters.longitude[i] = input.clusters.longitude[0]
      input.clusters.latitude[i] = input.clusters.latitude[0]
    }
    input.clusters.longitude[40] = 60
    for (let i = 50; i < 80; i++) input.clusters.numerator[i] = 0
    const result = await fitLayer(input, { ...options, folds: 2 })
    expect(() => bytesOf(result)).not.toThrow()
  })
})

describe('what the engine reports instead of rejecting', () => {
  const few = { ...options, folds: 2, draws: 200 }
  it.each([
    ['no case at all', 0],
    ['nobody but cases', 1],
  ])('%s: a bound', async (_, share) => {
    const input = country()
    input.clusters.numerator.set(input.clusters.denominator.map((n) => share * n))
    const { diagnostics, lower, upper, allAdmPass } = await fitLayer(input, few)
    const people = input.clusters.denominator.reduce((sum, n) => sum + n, 0)
    const { modelled_lower: low, modelled_upper: high, ...national } = diagnostics.national
    // R: binom.test(0, people)$conf.int[2]
    const exact = 1 - 0.025 ** (1 / people)
    const bound = share === 0 ? high! : 1 - low!
    expect(bound).toBeGreaterThan(exact - 1e-12)
    expect(bound).toBeLessThan(10 / people)
    const direct = [national.observed_lower, national.observed_upper]
    expect(share === 0 ? direct : direct.map((end) => 1 - end!).toReversed()).toEqual([
      0,
      expect.closeTo(exact, 12),
    ])
    const affected = share === 0 ? national.affected_upper! : national.people! - national.affected_lower!
    expect(affected / national.people!).toBeCloseTo(bound, 12)
    expect(share === 0 ? low : high).toBe(share)
    expect(Math.min(...lower)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...upper)).toBeLessThanOrEqual(1)
    expect(diagnostics.findings.map(({ kind }) => kind)).toContain('bound')
    expect(diagnostics.train.r2).toBeNaN()
    expect(allAdmPass).toBeNull()
  })
  it('denominators of almost a billion', async () => {
    const input = country()
    const { numerator, denominator } = input.clusters
    numerator.set(numerator.map((y) => y * 2e7))
    denominator.set(denominator.map((n) => n * 2e7))
    const { diagnostics } = await fitLayer(input, few)
    expect(diagnostics.national.modelled).toBeCloseTo(diagnostics.national.observed!, 1)
    expect(diagnostics.cv_random.rmse).toBeLessThan(0.3)
  })
  it('clusters on two sites: no block can be held out, and nothing else is lost', async () => {
    const input = country()
    input.clusters.longitude.forEach((_, i, all) => (all[i] = 4 + 3 * (i % 2)))
    input.clusters.latitude.fill(9)
    const { diagnostics, isOverfit, clustersCv, mean } = await fitLayer(input, few)
    expect(diagnostics.cv_random.r2).toBeGreaterThan(-1)
    expect(diagnostics.cv_block.r2).toBeNaN()
    expect(isOverfit).toBeNull()
    expect([...clustersCv.block_mean].every(Number.isNaN)).toBe(true)
    expect(mean.every((p) => p > 0 && p < 1)).toBe(true)
    expect(diagnostics.findings.find(({ kind }) => kind === 'failed-folds')?.message).toBe(
      '2 block folds could not be fitted; their clusters have no held-out figures. All clusters lie on one point; check longitude and latitude.',
    )
  })
  it.each([
    ['no one is a case', 0],
    ['everyone is a case', 1],
  ])('%s: no variogram, and no flag Overfit', async (_, share) => {
    const input = country()
    const { numerator, denominator } = input.clusters
    numerator.set(denominator.map((n) => share * n))
    const { diagnostics, isOverfit } = await fitLayer(input, few)
    expect(diagnostics.variogram).toBeNull()
    expect(isOverfit).toBeNull()
    expect(diagnostics.findings.map(({ kind }) => kind)).toEqual(['bound'])
  })
  it('a rare outcome: a variogram only if one cluster in five has a case', async () => {
    const withCases = async (clusters: number) => {
      const input = country()
      input.clusters.numerator.forEach((_, i, all) => (all[i] = i % 120 < clusters ? 1 : 0))
      return (await fitLayer(input, few)).diagnostics.variogram
    }
    expect(await withCases(20)).toBeNull()
    expect(await withCases(28)).not.toBeNull()
  })
  it('a cluster that cannot be, nodata among covariates, and cells far from all clusters', async () => {
    const input = country()
    input.clusters.numerator.fill(0)
    input.clusters.numerator[7] = input.clusters.denominator[7]
    input.covariatesAtClusters[0][3] = -9999
    input.cells.covariates[0][5] = -9999
    input.cells.covariates[0][6] = -9999
    input.cells.covariates[1].fill(1e6, 0, 4)
    const { findings } = (await fitLayer(input, few)).diagnostics
    const messages = Object.fromEntries(findings.map(({ kind, message }) => [kind, message]))
    expect(messages['nodata']).toMatch(
      /^The covariate 'relief' has the value -9999 at 1 clusters and 2 cells, far from all other values\./,
    )
    expect(messages['extrapolation']).toMatch(
      /^4 of 396 cells have values of 'remoteness' far outside the .* of the clusters\./,
    )
    expect(messages['outlier']).toMatch(/^One cluster is more than 8 standard deviations from .*: c8 \(/)
    expect(messages['bound']).toMatch(/^No cluster has a case in 4 ADM1 units, /)
    expect(findings).toHaveLength(4)
  })
})
