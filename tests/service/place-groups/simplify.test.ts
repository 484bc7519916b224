import { describe, expect, it } from 'vitest'
import type { PlaceGeometry } from '#service/geometry/polygons.ts'
import { simplifyOutlines } from '#service/geometry/simplify.ts'
import { circle, square } from './squares.ts'

const poly = (...rings: number[][][]): PlaceGeometry => ({ type: 'Polygon', coordinates: rings })
const ringOf = (geometry: PlaceGeometry) => (geometry as { coordinates: number[][][] }).coordinates[0]

describe('simplifying outlines', () => {
  it('keeps a circle within the tolerance, with far fewer positions', () => {
    const [simpler] = simplifyOutlines([poly(circle(3, 4, 1, 5000))], 0.01)
    const ring = ringOf(simpler)
    expect(ring.length).toBeLessThan(60)
    expect(ring.length).toBeGreaterThan(10)
    expect(ring[0]).toEqual(ring.at(-1))
    for (let i = 1; i < ring.length; i++) {
      const middle = Math.hypot((ring[i][0] + ring[i - 1][0]) / 2 - 3, (ring[i][1] + ring[i - 1][1]) / 2 - 4)
      expect(middle).toBeGreaterThan(0.989)
      expect(middle).toBeLessThanOrEqual(1.001)
    }
  })

  it('keeps the shared border of neighbours the same, whichever way and wherever their rings begin', () => {
    const border = Array.from({ length: 201 }, (_, i) => [1 + 0.05 * Math.sin(i), i / 100])
    const west = [[0, 0], ...border, [0, 2], [0, 0]]
    const east = [...border.toReversed(), [3, 0], [3, 2], border.at(-1)!]
    const begun = [...east.slice(50, -1), ...east.slice(0, 51)]
    const [a, b] = simplifyOutlines([poly(west), poly(begun)], 0.02).map(ringOf)
    const on = (ring: number[][]) =>
      new Set(ring.filter(([x]) => x > 0.9 && x < 1.1).map(([x, y]) => `${x},${y}`))
    expect(on(a)).toEqual(on(b))
    expect(on(a).size).toBeLessThan(150)
  })

  it('never lets a unit vanish; its specks and holes do', () => {
    const [unit, speck] = simplifyOutlines(
      [
        {
          type: 'MultiPolygon',
          coordinates: [[square(0, 0, 10), circle(5, 5, 0.01, 50)], [circle(20, 20, 0.01, 50)]],
        },
        poly(circle(40, 40, 0.02, 80)),
      ],
      0.5,
    )
    expect(unit).toEqual({ type: 'MultiPolygon', coordinates: [[square(0, 0, 10)]] })
    expect(ringOf(speck)).toHaveLength(4)
    expect(new Set(ringOf(speck).map(String)).size).toBeLessThanOrEqual(3)
  })

  it('treats an enclave and its hole alike', () => {
    const hole = circle(5, 5, 1, 400)
    const turned = [...hole.slice(100, -1), ...hole.slice(0, 101)].toReversed()
    const [outer, inner] = simplifyOutlines([poly(square(0, 0, 10), hole), poly(turned)], 0.05)
    const around = (outer as { coordinates: number[][][] }).coordinates[1]
    expect(new Set(around.map(String))).toEqual(new Set(ringOf(inner).map(String)))
  })
})
