import { describe, expect, it } from 'vitest'
import { TooManyEdges } from '#service/geometry/edges.ts'
import { type Rectangle, type Shape, rectanglesMet } from '#service/geometry/rectangles-met.ts'
import { seeded } from '../support/jobs/layer-fixture.ts'

const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]
const none: Shape = { points: [], lines: [], polygons: [] }
const SPIKES = 60
const corner = (n: number) => {
  const [angle, radius] = [(2 * Math.PI * n) / SPIKES, n % 2 ? 4 : 10]
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}
const STAR = Array.from({ length: SPIKES }, (_, n) => corner(n))
/** On the centre's side of the edge in its direction. */
function isInStar(x: number, y: number): boolean {
  const n = Math.floor(((Math.atan2(y, x) / (2 * Math.PI) + 1) * SPIKES) % SPIKES)
  const [[ax, ay], [bx, by]] = [corner(n), corner(n + 1)]
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
}
const meets = (shape: Partial<Shape>, rectangle: Rectangle, left = 1000) =>
  rectanglesMet({ ...none, ...shape }, { left })(rectangle)

describe('a rectangle', () => {
  const ring = { polygons: [[square(0, 0, 10), square(2, 2, 6)], [square(4, 4, 1)]] }
  it.each<[string, Rectangle, boolean]>([
    ['around the polygon', [-1, -1, 11, 11], true],
    ['inside its body', [0.5, 0.5, 1, 1], true],
    ['in its hole', [2.5, 2.5, 3, 3], false],
    ['in an island of its hole', [4.2, 4.2, 4.4, 4.4], true],
    ['that touches the edge of the hole', [7, 2.5, 8, 3], true],
    ['that touches a corner', [10, 10, 11, 11], true],
    ['beside it', [10.1, 0, 11, 10], false],
    ['to the west of it, level with its corners', [-3, 0, -2, 10], false],
  ])('%s', (_what, rectangle, expected) => {
    expect(meets(ring, rectangle)).toBe(expected)
  })
  it.each<[string, Partial<Shape>, boolean]>([
    ['a point inside', { points: [[1, 1]] }, true],
    ['a point on the edge', { points: [[0, 2]] }, true],
    ['a point outside', { points: [[3, 1]] }, false],
    [
      'a line across',
      {
        lines: [
          [
            [-1, 1],
            [3, 1],
          ],
        ],
      },
      true,
    ],
    [
      'a line past a corner',
      {
        lines: [
          [
            [1.5, 3],
            [3, 1.5],
          ],
        ],
      },
      false,
    ],
    [
      'a line whose box it is in, but not on it',
      {
        lines: [
          [
            [-5, -1],
            [5, 9],
            [9, 9],
          ],
        ],
      },
      false,
    ],
    ['a closed line around it, which has no inside', { lines: [square(-5, -5, 10)] }, false],
  ])('and %s', (_what, shape, expected) => {
    expect(meets(shape, [0, 0, 2, 2])).toBe(expected)
  })
  it('meets a star wherever one of its points is inside', () => {
    const random = seeded(3)
    const met = rectanglesMet({ ...none, polygons: [[[...STAR, STAR[0]]]] }, { left: 1e6 })
    const steps = Array.from({ length: 41 }, (_, i) => i / 40)
    let slivers = 0
    for (let n = 0; n < 400; n++) {
      const [x, y] = [24 * random() - 12, 24 * random() - 12]
      const found = met([x, y, x + 1, y + 1])
      const inside = steps.some((i) => steps.some((j) => isInStar(x + i, y + j)))
      if (inside) expect(found).toBe(true)
      else if (found) slivers++
    }
    // Between the points.
    expect(slivers).toBeLessThan(10)
  })
  it('ends when its work is used up', () => {
    expect(() =>
      meets({ lines: [Array.from({ length: 50 }, (_, i) => [0, i / 50])] }, [0, 0, 1, 1], 20),
    ).toThrow(TooManyEdges)
  })
})
