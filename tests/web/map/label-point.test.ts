import { expect, test } from 'vitest'
import { labelPoint } from '~/components/map/overlays/label-point.ts'

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

test('is the middle of a box', () => {
  expect(labelPoint({ type: 'Polygon', coordinates: [box(0, 0, 4, 2)] })).toEqual([2, 1])
})

test('is in the largest polygon', () => {
  const coordinates = [[box(20, 20, 21, 21)], [box(0, 0, 4, 2)]]
  expect(labelPoint({ type: 'MultiPolygon', coordinates })).toEqual([2, 1])
})

test('is inside, in the widest stretch, where the middle is not', () => {
  // A horseshoe that is open to the north; its right arm is wider.
  const ring = [
    [0, 0],
    [10, 0],
    [10, 9],
    [6, 9],
    [6, 1],
    [2, 1],
    [2, 9],
    [0, 9],
    [0, 0],
  ]
  const [x, y] = labelPoint({ type: 'Polygon', coordinates: [ring] })!
  expect(x).toBe(8)
  expect(y).toBeGreaterThan(1)
  expect(y).toBeLessThan(9)
})

test('avoids holes', () => {
  const [x] = labelPoint({ type: 'Polygon', coordinates: [box(0, 0, 10, 10), box(4, 4, 9, 6)] })!
  expect(x).toBe(2)
})

test('is none without an area', () => {
  expect(labelPoint({ type: 'MultiPolygon', coordinates: [] })).toBeNull()
  expect(labelPoint({ type: 'Polygon', coordinates: [box(1, 1, 1, 1)] })).toBeNull()
})
