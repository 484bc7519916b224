import { expect, it } from 'vitest'
import { seededRandom, shuffledIndices, xoshiro128 } from '#service/modelling/numerics/random.ts'

it('gives the words of the reference xoshiro128** in C for the state 1, 2, 3, 4', () => {
  const random = xoshiro128([1, 2, 3, 4])
  const words = Array.from({ length: 1000 }, () => random.uint32())
  expect(words.slice(0, 8)).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849,
  ])
  expect(words[999]).toBe(3170714187)
})

it('repeats a seed, and differs between seeds and streams', () => {
  const first = (seed: number, stream?: number) => seededRandom(seed, stream).uint32()
  expect(first(1)).toBe(first(1))
  expect(new Set([first(1), first(2), first(3), first(1, 1), first(1, 2)]).size).toBe(5)
})

it('draws normals with the moments of the standard normal', () => {
  const random = seededRandom(5)
  const values = Float64Array.from({ length: 100_000 }, () => random.normal())
  const moment = (power: number) => values.reduce((sum, value) => sum + value ** power, 0) / values.length
  expect(Math.abs(moment(1))).toBeLessThan(0.01)
  expect(Math.abs(moment(2) - 1)).toBeLessThan(0.015)
  expect(Math.abs(moment(4) - 3)).toBeLessThan(0.1)
  expect(values.filter((value) => Math.abs(value) > 1.959964).length / values.length).toBeCloseTo(0.05, 2)
})

it('draws uniforms inside (0, 1) and shuffles without losing an index', () => {
  const random = seededRandom(9)
  for (let i = 0; i < 10_000; i++) {
    const value = random.uniform()
    expect(value > 0 && value < 1).toBe(true)
  }
  expect([...shuffledIndices(50, random)].toSorted((a, b) => a - b)).toEqual([...Array(50).keys()])
})
