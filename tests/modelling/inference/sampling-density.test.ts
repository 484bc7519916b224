import { describe, expect, it } from 'vitest'
import { modelOf } from '#service/modelling/models.ts'
import { samplingFindings } from '#service/modelling/diagnostics/findings.ts'
import { expit } from '#service/modelling/likelihood/likelihood.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { runFold } from '#service/modelling/validation/fold.ts'
import { subset } from '#service/modelling/validation/cross-validate.ts'
import { nearestCells, samplingDensity } from '#service/modelling/inference/sampling-density.ts'
import { spherePoints } from '#service/modelling/numerics/sphere.ts'
import { fieldAt } from '../simulated-country.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

const COLUMNS = 24
const cells = {
  longitude: Float64Array.from({ length: COLUMNS * COLUMNS }, (_, i) => 10.125 + 0.25 * (i % COLUMNS)),
  latitude: Float64Array.from(
    { length: COLUMNS * COLUMNS },
    (_, i) => 0.125 + 0.25 * Math.floor(i / COLUMNS),
  ),
  covariates: [],
  population: null,
}
/** Standard normal, smooth over about 80 km. */
const field = fieldAt(spherePoints(cells.longitude, cells.latitude), 80, 800, seededRandom(3))

/** Clusters at cells chosen with a chance that goes with exp(strength·field), as the prevalence does. */
function survey(strength: number, count = 150) {
  const random = seededRandom(6)
  const home: number[] = []
  while (home.length < count) {
    const cell = random.below(field.length)
    if (random.uniform() < Math.exp(strength * (field[cell] - 3))) home.push(cell)
  }
  const denominator = new Float64Array(count).fill(25)
  const numerator = Float64Array.from(home, (cell) => {
    const p = expit(-0.5 + 0.8 * field[cell] + 0.3 * random.normal())
    return Array.from({ length: 25 }, () => random.uniform()).filter((u) => u < p).length
  })
  const at = (values: Float64Array) => Float64Array.from(home, (cell) => values[cell])
  return {
    longitude: at(cells.longitude),
    latitude: at(cells.latitude),
    numerator,
    denominator,
    covariates: [],
    home,
  }
}

describe('the density of sampling', () => {
  it('is relative to the area in the country', () => {
    const clusters = survey(1, 400)
    const densityWith = (share: (cell: number) => number) => {
      const area = Float64Array.from(field, (_, cell) => share(cell))
      return samplingDensity(clusters, { ...cells, shares: { area, people: area } })!.cells
    }
    expect(densityWith(() => 0.5)).toEqual(samplingDensity(clusters, cells)!.cells)
    // With half of its area, the south has clusters twice as densely, compared with the north.
    const south = field.length / 2
    const densities = densityWith((cell) => (cell < south ? 0.5 : 1))
    const rise = (values: Float64Array) =>
      values.reduce((sum, value, cell) => sum + (cell < south ? value : -value) / south, 0)
    expect(rise(densities) - rise(densityWith(() => 1))).toBeGreaterThan(0.4)
  })
  it('follows the log density, and is the same surface at clusters and cells', () => {
    const { home, ...clusters } = survey(1, 400)
    const density = samplingDensity(clusters, cells)!
    const [mean, other] = [density.cells, field].map(
      (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
    )
    const product = (a: Float64Array, b: Float64Array) =>
      a.reduce(
        (sum, value, cell) =>
          sum + (value - (a === field ? other : mean)) * (b[cell] - (b === field ? other : mean)),
        0,
      )
    const within = product(density.cells, density.cells)
    const across = product(density.cells, field)
    expect(across / Math.sqrt(within * product(field, field))).toBeGreaterThan(0.7)
    // A posterior mean is not attenuated as a regressor: the slope of the truth on it is that of the sampling, 1.
    expect(Math.abs(across / within - 1)).toBeLessThan(0.25)
    home.forEach((cell, i) => expect(density.clusters[i]).toBeCloseTo(density.cells[cell], 9))
  })
  it('is not offered where clusters are spread evenly', () => {
    expect(samplingDensity(survey(0), cells)).toBeNull()
  })
})

describe('a survey that visits places because prevalence is high', async () => {
  const { home: _, ...clusters } = survey(1)
  const density = samplingDensity(clusters, cells)!
  const data = { ...clusters, samplingDensity: density.clusters }
  const places = { ...cells, samplingDensity: density.cells }
  const fit = await modelOf('gp').fit(data, [], { strict: true })
  const { parameters } = fit.describe()

  it('makes the density a covariate, with a finding', () => {
    expect(parameters.uses_density).toBe(true)
    expect(parameters.density_gain).toBeGreaterThan(parameters.density_gain_se!)
    expect(parameters.coefficients.map(({ name }) => name)).toEqual(['density of clusters'])
    expect(samplingFindings(parameters)[0].message).toMatch(/^Prevalence is higher where clusters are dense/)
    expect(samplingFindings({ ...parameters, uses_density: false })).toEqual([])
  })
  it('is mapped nearer to the truth with it', async () => {
    const without = await modelOf('gp').fit(clusters, [], { strict: true })
    expect(without.describe().parameters).toMatchObject({ uses_density: false, density_gain: null })
    const errorOf = async (fitted: typeof fit) => {
      const { mean } = await predictCells(fitted, places, [], { draws: 50, seed: 1 })
      const truth = field.map((x) => expit(-0.5 + 0.8 * x))
      return Math.sqrt(mean.reduce((sum, p, cell) => sum + (p - truth[cell]) ** 2, 0) / mean.length)
    }
    expect(await errorOf(fit)).toBeLessThan(await errorOf(without))
  })
  it('keeps the density in the folds, where it is chosen again', async () => {
    const every = Int32Array.from(clusters.longitude, (_, i) => i)
    const held = every.filter((i) => i % 5 === 0)
    const task = {
      method: 'gp' as const,
      train: subset(
        data,
        every.filter((i) => i % 5 > 0),
      ),
      test: subset(data, held),
      start: fit.start,
      seed: 1,
      importance: true,
    }
    const result = await runFold(task)
    if ('failed' in result) throw new Error(result.failed)
    expect(result.permutedSquaredError).toEqual([])
    expect([...result.mean].every((p) => p > 0 && p < 1)).toBe(true)
  })
})

describe('the cell nearest to a cluster', () => {
  it('is that of an exhaustive search, also far from all cells', () => {
    const random = seededRandom(6)
    const [n, count] = [200, 700]
    const plane = Float64Array.from({ length: 2 * (n + count) }, (_, at) =>
      at < 100 ? -500 + 1500 * random.uniform() : 300 * random.uniform() ** 2,
    )
    const squared = (i: number, cell: number) =>
      (plane[2 * i] - plane[2 * (n + cell)]) ** 2 + (plane[2 * i + 1] - plane[2 * (n + cell) + 1]) ** 2
    const expected = Int32Array.from({ length: n }, (_, i) =>
      [...Array(count).keys()].reduce((best, cell) => (squared(i, cell) < squared(i, best) ? cell : best)),
    )
    expect(nearestCells(plane, n)).toEqual(expected)
  })
  it('is found in seconds for 60,000 clusters and a million cells', () => {
    const random = seededRandom(7)
    const plane = Float64Array.from({ length: 2 * 1_060_000 }, () => 1000 * random.uniform())
    const start = cpuMs()
    nearestCells(plane, 60_000)
    expect(cpuMs() - start).toBeLessThan(10_000)
  })
})
