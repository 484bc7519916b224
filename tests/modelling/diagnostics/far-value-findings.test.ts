import { describe, expect, it } from 'vitest'
import { farValue, farValueFindings } from '#service/modelling/diagnostics/far-value-findings.ts'
import { farEnd } from '#service/domain/rasters/task/far-end.ts'
import { lostCurveFindings } from '#service/modelling/diagnostics/lost-curve-findings.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { simulateCountry } from '../simulated-country.ts'

const random = seededRandom(3)
const normal = Float64Array.from({ length: 300 }, () => random.normal())
const country = () =>
  structuredClone(simulateCountry({ clusters: 160, columns: 12, rows: 10, units: 3, seed: 8 }).input)

describe('a value far from all others', () => {
  it('is found at either end, and does not hide itself', () => {
    expect(farValue(normal)).toBeNull()
    expect(farValue(normal.with(7, 1e12))).toMatchObject({ value: 1e12, places: 1 })
    expect(farValue(normal.with(7, -20))).toMatchObject({ value: -20 })
    expect(farValue(normal.with(7, 13))).toBeNull()
    const two = farValue(normal.with(7, 16).with(8, -1e6))!
    expect(two.value).toBe(-1e6)
    // 20 standard deviations from the others, but only 14 with itself among 200.
    const few = normal.slice(0, 200)
    const [mean, sd] = [
      few.reduce((sum, x) => sum + x, 0) / 200,
      Math.sqrt(few.reduce((sum, x) => sum + x * x, 0) / 200),
    ]
    expect(farValue(few.with(0, mean + 20 * sd))!.distance).toBeGreaterThan(15)
  })
  it('is measured on the scale of the model: long tails are none, nor is what many places have', () => {
    const incomes = Float64Array.from({ length: 5000 }, () => Math.exp(2 * random.normal()))
    expect(farValue(incomes)).toBeNull()
    expect(farValue(incomes.with(3, 1e16))).toMatchObject({ value: 1e16 })
    expect(farValue(incomes.with(3, -1e6))).toMatchObject({ value: -1e6 })
    expect(farValue(normal.map((x, i) => (i < 30 ? 1000 : x)))).toBeNull()
    expect(farValue(Float64Array.from({ length: 100 }, (_, i) => (i === 4 ? 1 : 0)))).toBeNull()
  })
  it('is a finding that names the covariate, the value and the cluster', () => {
    const input = country()
    expect(farValueFindings(input, new Set())).toEqual([])
    input.covariatesAtClusters[0][4] = 1e12
    input.cells.covariates[0][7] = -1e9
    const [{ kind, message }, ...others] = farValueFindings(input, new Set())
    expect(others).toEqual([])
    expect(kind).toBe('far-value')
    expect(message).toMatch(
      /^The covariate 'relief' has the value 1000000000000 at cluster c5, more than a million standard deviations from all others, and the value −1000000000 in one cell, /,
    )
    expect(farValueFindings(input, new Set([0]))).toEqual([])
  })
  it('is found in the statistics of a band', () => {
    const measure = (values: number[]) => {
      const [min, max] = [Math.min(...values), Math.max(...values)]
      const histogram = Array.from({ length: 64 }, () => 0)
      for (const value of values) histogram[Math.min(63, Math.floor((64 * (value - min)) / (max - min)))]++
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
      return { min, max, mean, sd, valid: values.length, histogram }
    }
    expect(farEnd(measure([...normal]))).toBeNull()
    expect(farEnd(measure([...normal, 1e12]))).toEqual({ end: 'largest', value: 1e12 })
    expect(farEnd(measure([...normal, -60]))).toEqual({ end: 'smallest', value: -60 })
    expect(farEnd(measure(Array.from(normal, Math.exp)))).toBeNull()
  })
})

describe('a covariate that loses its curve', () => {
  it('is a finding that names the value that stretches its range', () => {
    const input = country()
    expect(lostCurveFindings(input, 'gam')).toEqual([])
    input.covariatesAtClusters[0][4] = 1e12
    const [{ kind, message }] = lostCurveFindings(input, 'gam')
    expect(kind).toBe('lost-curve')
    expect(message).toMatch(
      /^The covariate 'relief' has a straight line and no curve, because the value 1000000000000 at cluster c5 is so far/,
    )
    expect(lostCurveFindings(input, 'gp')).toEqual([])
    input.covariatesAtClusters[0][5] = -1e11
    input.covariatesAtClusters[0][9] = 1e12
    expect(lostCurveFindings(input, 'gam')[0].message).toMatch(
      /because the values −100000000000 to 1000000000000 at 3 clusters are so far/,
    )
  })
  it('is none with fewer than five values, and says so where there is no outlier', () => {
    const input = country()
    input.covariatesAtClusters[0] = input.covariatesAtClusters[0].map((_, i) => i % 4)
    expect(lostCurveFindings(input, 'gam')).toEqual([])
    input.covariatesAtClusters[0] = input.covariatesAtClusters[0].map((_, i) => (i % 2) * 1000 + i / 100)
    expect(lostCurveFindings(input, 'gam')[0].message).toMatch(
      /because its values at the clusters are a few narrow groups/,
    )
  })
})
