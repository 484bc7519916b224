import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blockGain } from '#service/modelling/inference/block-gain.ts'
import { chooseFit } from '#service/modelling/inference/choose-fit.ts'
import { subset } from '#service/modelling/validation/cross-validate.ts'
import { blockFolds } from '#service/modelling/folds/fold-split.ts'
import { runFold } from '#service/modelling/validation/fold.ts'
import type { ClusterData } from '#service/modelling/folds/fold-types.ts'
import { findOnLattice } from '#service/modelling/inference/lattice-fit.ts'
import { expit } from '#service/modelling/likelihood/likelihood.ts'
import type { FitStart, FittedMethod } from '#service/modelling/model-parameters.ts'
import { variationalMean } from '#service/modelling/inference/variational.ts'
import { screenOverdispersion } from '#service/modelling/inference/overdispersion.ts'
import { modelOf } from '#service/modelling/models.ts'
import { logPredictiveDensity } from '#service/modelling/likelihood/predictive.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { simulateCountry } from './simulated-country.ts'

const reference = JSON.parse(
  readFileSync(new URL('fixtures/gam-reference.json', import.meta.url), 'utf8'),
) as Record<
  'longitude' | 'latitude' | 'x' | 'w' | 'numerator' | 'denominator' | 'at' | 'effect',
  number[]
> & {
  slope: number
}
const bent: ClusterData = {
  longitude: Float64Array.from(reference.longitude),
  latitude: Float64Array.from(reference.latitude),
  numerator: Float64Array.from(reference.numerator),
  denominator: Float64Array.from(reference.denominator),
  covariates: [Float64Array.from(reference.x), Float64Array.from(reference.w)],
}
const names = ['x', 'w']
const COVARIATES = ['relief', 'remoteness']

function straight(clusters = 120): ClusterData {
  const { input } = simulateCountry({ clusters, columns: 20, rows: 16, units: 5, seed: 4 })
  return { ...input.clusters, covariates: input.covariatesAtClusters }
}

function interpolate(x: readonly number[], y: readonly number[], at: number): number {
  const after = x.findIndex((value) => value >= at)
  const share = (at - x[after - 1]) / (x[after] - x[after - 1])
  return y[after - 1] + share * (y[after] - y[after - 1])
}

describe('curves', () => {
  it('agree with mgcv about a nonlinear and a linear effect', async () => {
    const fit = await modelOf('gam').fit(bent, names, { strict: true })
    const { method, curves, coefficients } = fit.describe().parameters
    expect(method).toBe('gam')
    const [x, w] = curves
    reference.at.forEach((at, which) => {
      const value = interpolate(x.x, x.mean, at)
      expect(Math.abs(value - reference.effect[which])).toBeLessThan(0.12)
      expect(interpolate(x.x, x.lower, at)).toBeLessThan(reference.effect[which])
      expect(interpolate(x.x, x.upper, at)).toBeGreaterThan(reference.effect[which])
    })
    expect(x.edf).toBeGreaterThan(3)
    expect(w.edf).toBeLessThan(2.5)
    const sd = Math.sqrt(
      bent.covariates[1].reduce((sum, value) => sum + value ** 2, 0) / 250 -
        (bent.covariates[1].reduce((sum, value) => sum + value, 0) / 250) ** 2,
    )
    expect(coefficients[1].mean / sd).toBeCloseTo(reference.slope, 1)
  })

  it('predict left-out clusters better than lines where effects bend, and permuting such a covariate hurts', async () => {
    const { start } = await modelOf('gam').fit(bent, names, { strict: true })
    const every = Int32Array.from(bent.longitude, (_, i) => i)
    const task = {
      method: 'gam' as const,
      train: subset(
        bent,
        every.filter((i) => i % 5 !== 0),
      ),
      test: subset(
        bent,
        every.filter((i) => i % 5 === 0),
      ),
      start,
      seed: 1,
      importance: true,
    }
    const [curved, lines] = await Promise.all([runFold(task), runFold({ ...task, method: 'gp' })])
    if ('failed' in curved || 'failed' in lines) throw new Error('A fold failed.')
    const total = (of: Float64Array) => of.reduce((sum, value) => sum + value, 0)
    expect(total(curved.lpd)).toBeGreaterThan(total(lines.lpd) + 5)
    const error = curved.mean.map((p, t) => (p - task.test.numerator[t] / task.test.denominator[t]) ** 2)
    expect(total(curved.permutedSquaredError[0])).toBeGreaterThan(1.5 * total(error))
    const without = {
      ...task,
      train: { ...task.train, covariates: [] },
      test: { ...task.test, covariates: [] },
    }
    expect(await runFold(without)).not.toHaveProperty('failed')
  })

  it('shrink to lines where effects are straight, and then predict about as well', async () => {
    const data = straight(160)
    const every = Int32Array.from(data.longitude, (_, i) => i)
    const lpdOf = async (method: FittedMethod) => {
      const { start } = await modelOf(method).fit(data, COVARIATES, { strict: true })
      let sum = 0
      for (let fold = 0; fold < 4; fold++) {
        const [train, test] = [true, false].map((inside) =>
          subset(
            data,
            every.filter((i) => (i % 4 !== fold) === inside),
          ),
        )
        const result = await runFold({ method, train, test, start, seed: 1, importance: false })
        if ('failed' in result) throw new Error(result.failed)
        sum += result.lpd.reduce((total, value) => total + value, 0)
      }
      return sum
    }
    const { curves } = (await modelOf('gam').fit(data, COVARIATES, { strict: true })).describe().parameters
    for (const { edf } of curves) expect(edf).toBeLessThan(2.5)
    expect(await lpdOf('gam')).toBeGreaterThan((await lpdOf('gp')) - 2)
  })

  it('of a fold start where those of the whole survey ended, and need few steps', async () => {
    const { start } = await modelOf('gam').fit(bent, names, { strict: true })
    const order = Int32Array.from(bent.longitude, (_, i) => i).toSorted(
      (a, b) => bent.longitude[a] - bent.longitude[b],
    )
    const stepsFrom = async (from: FitStart) => {
      let steps = 0
      for (let fold = 0; fold < 4; fold++) {
        const train = subset(
          bent,
          order.filter((_, place) => Math.floor((4 * place) / order.length) !== fold),
        )
        const pause = async () => void steps++
        await modelOf('gam').fit(train, names, { strict: false, start: from, pause })
      }
      return steps
    }
    expect(await stepsFrom(start)).toBeLessThan(0.7 * (await stepsFrom({ theta: start.theta })))
  })
})

describe('beta-binomial counts', () => {
  /** A share of the clusters without any case, whatever their place. */
  function withZeros(share: number, clusters: number): ClusterData {
    const data = straight(clusters)
    const random = seededRandom(10)
    return { ...data, numerator: data.numerator.map((y) => (random.uniform() < share ? 0 : y)) }
  }

  it('are chosen for clusters with excess zeros', async () => {
    const data = withZeros(0.25, 200)
    const { found, overdispersion } = await chooseFit(findOnLattice, 'gp', data, COVARIATES, {
      strict: true,
    })
    expect(found.shape.overdispersion).toBeGreaterThan(0)
    expect(overdispersion!.gain).toBeGreaterThan(2 * overdispersion!.standard_error)
    const share =
      data.numerator.reduce((sum, y) => sum + y, 0) / data.denominator.reduce((sum, n) => sum + n, 0)
    const { eta } = variationalMean(found.model, found.theta)
    const fitted = eta.reduce((sum, value) => sum + expit(value), 0) / 200
    expect(fitted / share).toBeGreaterThan(0.95)
    expect(fitted / share).toBeLessThan(1.05)
  })

  it('are not chosen for a gain of less than two standard errors', async () => {
    const { found, overdispersion } = await chooseFit(findOnLattice, 'gp', withZeros(0.15, 120), COVARIATES, {
      strict: true,
    })
    const { gain, standard_error } = overdispersion!
    expect(gain / standard_error).toBeGreaterThan(1.2)
    expect(gain / standard_error).toBeLessThan(1.9)
    expect(gain).toBeGreaterThan(0.01 * 120)
    expect(found.shape.overdispersion).toBe(0)
  })

  it('are compared over spatial blocks as long as the range of the first fit', async () => {
    const data = withZeros(0.15, 120)
    const { overdispersion } = await chooseFit(findOnLattice, 'gp', data, COVARIATES, { strict: true })
    const found = await findOnLattice(data, COVARIATES, { strict: true })
    const range = Math.exp(found.theta[1])
    const gainOver = async (blockKm: number) => {
      const { fold, folds } = blockFolds(data.longitude, data.latitude, 10, blockKm, 1)
      const leftOut = ({ heldOut, shape }: typeof found) => {
        const held = heldOut(fold, folds)
        const lpd = held.mean.map((value, i) =>
          logPredictiveDensity(
            data.numerator[i],
            data.denominator[i],
            value,
            held.sd[i],
            shape.overdispersion,
          ),
        )
        return { held, lpd }
      }
      const { held, lpd } = leftOut(found)
      const rho = screenOverdispersion(held, Math.exp(found.theta[2]), data, lpd)!
      const start = {
        theta: [...found.theta].with(2, Math.log(0.3)),
        inverse: found.inverse,
        lattice: found.lattice,
      }
      const dispersed = await findOnLattice(data, COVARIATES, { strict: true, start, overdispersion: rho })
      return blockGain(leftOut(dispersed).lpd, lpd, fold, folds)
    }
    expect(overdispersion).toEqual(await gainOver(range))
    expect(overdispersion).not.toEqual(await gainOver(range / 2))
  })

  it('are not chosen for binomial counts with normal cluster effects', async () => {
    const { found } = await chooseFit(findOnLattice, 'gp', straight(200), COVARIATES, { strict: true })
    expect(found.shape.overdispersion).toBe(0)
  })
})
