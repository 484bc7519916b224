import { expect, it } from 'vitest'
import { designMatrix } from '#service/modelling/components/components.ts'
import {
  isConstant,
  standardisationOf,
  unstandardised,
} from '#service/modelling/components/standardisation.ts'

const columnOf = (values: number[]) => {
  const covariate = Float64Array.from(values)
  const standardisation = standardisationOf([covariate], ['x'], true)
  const design = designMatrix([covariate], values.length, standardisation)
  return { column: values.map((_, i) => design[2 * i + 1]), standardisation }
}

it.each([
  ['rare', [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  ['balanced', [1, 0, 1, 0]],
  ['neither 0 nor 1', [-3, -3, 7, -3]],
])('one unit of a covariate with two values is their difference: %s', (_, values) => {
  const { column, standardisation } = columnOf(values)
  expect(Math.max(...column) - Math.min(...column)).toBeCloseTo(1, 12)
  expect(column.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12)
  values.forEach((value, i) => expect(unstandardised(column[i], 0, standardisation)).toBeCloseTo(value, 12))
})

it('one unit of any other covariate is its standard deviation', () => {
  const { column } = columnOf([1, 2, 3, 4, 5])
  const squares = column.reduce((sum, value) => sum + value ** 2, 0)
  expect(squares / 4).toBeCloseTo(1, 12)
})

it.each([1e9, -1e9, 1e-20])('the variation of a covariate counts, however large its offset: %d', (offset) => {
  const around = [-2, -1, 0, 1, 2].map((step) => offset + step * 2 ** -20 * Math.min(1, Math.abs(offset)))
  const { column } = columnOf(around)
  for (const [i, value] of [-2, -1, 0, 1, 2].entries())
    expect(column[i]).toBeCloseTo(value / Math.sqrt(2.5), 9)
})

it.each([
  ['equal values', [1e9, 1e9, 1e9], true],
  ['zeros', [0, 0, 0], true],
  ['rounding', [0.3, 0.1 + 0.2, 0.3], true],
  ['small differences', [1e9, 1e9 + 1e-3, 1e9], false],
])('is constant apart from rounding: %s', (_, values, constant) => {
  expect(isConstant(Float64Array.from(values))).toBe(constant)
})
