import { describe, expect, it } from 'vitest'
import { ARRAYS, type DataType } from '#service/raster/data-types.ts'
import {
  addCountsToBins,
  addToBins,
  countValues,
  measureCells,
  valuesOf,
} from '#service/raster/statistics/measure-cells.ts'

const NODATA = -99
const types = Object.keys(ARRAYS) as DataType[]

/** Cells with nodata, NaN, infinities and signs, as far as the type has them; more than one piece. */
function cellsOf(type: DataType, count: number) {
  const odd = [NODATA, Number.NaN, Infinity, -Infinity, 0, -0, 1e30]
  return ARRAYS[type].from(
    Array.from({ length: count }, (_, i) =>
      i % 9 === 0 ? odd[(i / 9) % odd.length] : (Math.imul(i, 2_654_435_761) >> 20) / 3,
    ) as never,
  )
}

const valid = (cells: ArrayLike<number>) =>
  Array.from(cells).filter((value) => Number.isFinite(value) && value !== NODATA)

describe.each(types)('cells of %s', (type) => {
  it.each([1, 2, 5, 8191, 8192, 8193, 20_000])('%i of them are measured exactly', (count) => {
    const cells = cellsOf(type, count)
    const finite = valid(cells)
    const found = [...measureCells(cells, { nodata: NODATA })]
    const sumOf = (key: 'count' | 'infinite' | 'negative') => found.reduce((sum, one) => sum + one[key], 0)
    expect(sumOf('count')).toBe(finite.length)
    expect(sumOf('negative')).toBe(finite.filter((value) => value < 0).length)
    expect(sumOf('infinite')).toBe(Array.from(cells).filter((value) => Math.abs(value) === Infinity).length)
    expect(Math.min(...found.map(({ min }) => min))).toBe(Math.min(Infinity, ...finite))
    expect(Math.max(...found.map(({ max }) => max))).toBe(Math.max(-Infinity, ...finite))
  })

  it('the mean and the deviations of a piece are those of its valid cells', () => {
    const cells = cellsOf(type, 8000)
    const finite = valid(cells)
    const [{ mean, squares }] = measureCells(cells, { nodata: NODATA })
    const wanted = finite.reduce((sum, value) => sum + value, 0) / finite.length
    expect(mean / wanted).toBeCloseTo(1, 12)
    expect(squares / finite.reduce((sum, value) => sum + (value - wanted) ** 2, 0)).toBeCloseTo(1, 12)
  })

  it('are counted in the bin where each belongs', () => {
    const cells = cellsOf(type, 20_000)
    const finite = valid(cells)
    const [min, max] = [Math.min(...finite), Math.max(...finite)]
    const wanted = Array.from({ length: 64 }, () => 1)
    for (const value of finite) wanted[Math.min(63, Math.floor((value - min) * (64 / (max - min))))] += 3
    const counts = Array.from({ length: 64 }, () => 1)
    addToBins(counts, { min, max }, cells, 3, { nodata: NODATA })
    expect(counts).toEqual(wanted)
  })
})

it('nothing but nodata has no extremes; equal values have one bin', () => {
  const [none] = measureCells(Float32Array.of(NODATA, NODATA, NODATA), { nodata: NODATA })
  expect(none).toEqual({
    count: 0,
    infinite: 0,
    negative: 0,
    min: Infinity,
    max: -Infinity,
    mean: 0,
    squares: 0,
  })
  const counts = [0]
  addToBins(counts, { min: 7, max: 7 }, Int16Array.of(7, 7, NODATA, 7, 7), 1, { nodata: NODATA })
  expect(counts).toEqual([4])
  expect([...measureCells(new Uint8Array(0), { nodata: null })]).toEqual([])
})

it('without a nodata value, only NaN is left out', () => {
  const [{ count, min }] = measureCells(Float64Array.of(NODATA, Number.NaN, 3), { nodata: null })
  expect([count, min]).toEqual([2, NODATA])
})

const narrow = types.filter((type) => ARRAYS[type].BYTES_PER_ELEMENT <= 2)

it.each(narrow)('values of %s that are counted fall in the same bins as the cells', (type) => {
  const values = valuesOf(type)
  const counts = new Float64Array(values.length)
  for (const count of [20_001, 6, 3]) countValues(counts, cellsOf(type, count), 2)
  countValues(counts, Float64Array.of(0), 1000)
  const all = [20_001, 6, 3].flatMap((count) => [...cellsOf(type, count)])
  expect(counts[values.indexOf(3)]).toBe(2 * all.filter((cell) => cell === 3).length)
  expect(counts.reduce((sum, count) => sum + count)).toBe(2 * all.length + 1000)
  const extremes = { min: Math.min(...all), max: Math.max(...all) }
  const wanted = Array.from({ length: 64 }, () => 0)
  addToBins(wanted, extremes, ARRAYS[type].from(all as never), 2, { nodata: null })
  addToBins(wanted, extremes, ARRAYS[type].of(0), 1000, { nodata: null })
  const found = wanted.map(() => 0)
  addCountsToBins(found, extremes, values, counts)
  expect(found).toEqual(wanted)
})
