import { expect, test } from 'vitest'
import { cellSurfaces, sortedQuantile, sortTails } from '#service/modelling/units/cell-surfaces.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'

const random = seededRandom(5, 1)
const CASES = [20, 39, 40, 99, 500, 2000].flatMap((draws) => [
  Float64Array.from({ length: draws }, () => random.uniform()),
  Float64Array.from({ length: draws }, () => Math.round(3 * random.uniform())),
  Float64Array.from({ length: draws }, (_, d) => d),
  Float64Array.from({ length: draws }, (_, d) => -d),
])

test('the ends of a sample are in the places that sorting would give them', () => {
  for (const values of CASES) {
    for (const count of [1, 2, 13, values.length >> 1]) {
      const expected = values.toSorted()
      const sorted = new Float64Array(values.length)
      sortTails(values, count, sorted)
      expect(sorted.slice(0, count)).toEqual(expected.slice(0, count))
      expect(sorted.slice(-count)).toEqual(expected.slice(-count))
    }
  }
})

test('intervals of cells are quantiles of all their draws', () => {
  for (const values of CASES) {
    const draws = values.length
    const { surfaces, fill } = cellSurfaces(2, { draws, threshold: null, population: null })
    fill(0, new Float64Array(draws).fill(0.5))
    fill(1, values)
    const sorted = values.toSorted()
    expect(surfaces.lower[1]).toBe(Math.fround(sortedQuantile(sorted, 0.025)))
    expect(surfaces.upper[1]).toBe(Math.fround(sortedQuantile(sorted, 0.975)))
  }
})
