import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateOutlines } from '#service/domain/place-groups/validate-outlines.ts'
import { indexEdges, type Point } from '#service/geometry/edges.ts'
import { relateRings } from '#service/geometry/relate-rings.ts'
import { validateGeometry } from '#service/geometry/validate-geometry.ts'
import { edgeTests } from '#service/geometry/work-budget.ts'
import { cpuMs } from '../../support/cpu-ms.ts'
import { circle, collection, feature, type Ring, square } from './squares.ts'

const messagesOf = (type: string, coordinates: unknown) =>
  validateOutlines({
    content: collection(feature({ code: 'A', name: 'A' }, { type, coordinates })),
    file: 'a.geojson',
    properties: { name: 'name', code: 'code' },
    bounds: null,
    parents: null,
  }).findings.map(({ severity, feature: at, field, message }) => `${severity} ${at} ${field}: ${message}`)
const polygonOf = (...rings: Ring[]) => messagesOf('Polygon', rings)
const partsOf = (...parts: Ring[][]) => messagesOf('MultiPolygon', parts)
const reversed = (ring: Ring) => ring.toReversed()

describe('parts of a unit', () => {
  it.each([
    ['apart', [[square(0, 6)], [square(2, 6)]]],
    ['touching at a corner, at a vertex, along edges', [[square(0, 6)], [square(1, 7)], [square(1, 6)]]],
    ['along part of an edge', [[square(0, 6, 2)], [square(2, 6.5)]]],
    ['in a hole', [[square(0, 6, 3), square(1, 7)], [square(1.2, 7.2, 0.5)]]],
    ['filling a hole', [[square(0, 6, 3), square(1, 7)], [square(1, 7)]]],
    [
      'of which one lies in the hole of another in a hole',
      [[square(0, 0, 9), square(1, 1, 7)], [square(2, 2, 5), square(3, 3, 3)], [square(4, 4)]],
    ],
  ])('%s are accepted', (_what, parts) => {
    expect(partsOf(...parts)).toEqual([])
    expect(partsOf(...parts.toReversed())).toEqual([])
  })

  it.each([
    [
      'overlapping',
      [[square(0, 6, 1.2)], [square(0.8, 6.8, 1.2)]],
      /the parts 1 and 2 overlap near (1\.20000, 6\.80000|0\.80000, 7\.20000)\./,
    ],
    ['twice', [[square(0, 6)], [square(0, 6)]], /the parts 1 and 2 are the same near 0\.00000, 6\.00000\./],
    [
      'twice, in the other direction',
      [[square(0, 6)], [reversed(square(0, 6))]],
      /the parts 1 and 2 are the same/,
    ],
    [
      'twice, with more positions',
      [[square(0, 6)], [[[0, 6], [0.5, 6], ...square(0, 6).slice(1)]]],
      /the parts 1 and 2 are the same/,
    ],
    [
      'nested',
      [[square(5, 5)], [square(0, 0, 3)], [square(1, 1)]],
      /the parts 2 and 3 overlap near 1\.00000, 1\.00000\./,
    ],
    ['nested and touching an edge', [[square(0, 0, 3)], [square(0, 1)]], /the parts 1 and 2 overlap near/],
    [
      'around a hole that they do not fit',
      [[square(0, 0, 9), square(3, 3)], [square(2, 2, 5)]],
      /the parts 1 and 2 overlap near/,
    ],
    [
      'across a hole',
      [[square(0, 0, 9), square(3, 3, 3)], [square(4, 4, 3)]],
      /the parts 1 and 2 overlap near/,
    ],
    [
      'crossing at corners only',
      [
        [square(0, 0, 2)],
        [
          [
            [-1, -1],
            [3, 3],
            [3, -1],
            [-1, -1],
          ],
        ],
      ],
      /the parts 1 and 2 overlap near/,
    ],
    [
      'with corners on the other, edges inside it',
      [
        [square(0, 0, 2)],
        [
          [
            [1, 0],
            [2, 1],
            [1, 2],
            [0, 1],
            [1, 0],
          ],
        ],
      ],
      /the parts 1 and 2 overlap near/,
    ],
  ] satisfies [string, Ring[][], RegExp][])('%s are an error', (_what, parts, message) => {
    expect(partsOf(...parts)).toEqual([
      expect.stringMatching(new RegExp(`^error 1 geometry: ${message.source}`)),
    ])
    expect(partsOf(...parts.toReversed())).toEqual([expect.stringMatching(/^error 1 geometry: the parts/)])
  })

  it('of random triangles relate as their common area says', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
    const doubled = ([a, b, c]: number[][]) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    const triangle = fc
      .tuple(corner, corner, corner)
      .filter((corners) => doubled(corners) !== 0)
      .map((corners) => (doubled(corners) > 0 ? corners : corners.toReversed()))
    fc.assert(
      fc.property(triangle, triangle, (first, second) => {
        const [a, b] = [first, second].map((corners) =>
          indexEdges([...corners, corners[0]] as unknown as Point[]),
        )
        const common = areaInCommon(first, second)
        const isAll = (corners: number[][]) => Math.abs(common - doubled(corners) / 2) < 1e-9
        const kind =
          common < 1e-9
            ? 'apart'
            : isAll(first) && isAll(second)
              ? 'same'
              : isAll(first)
                ? 'inside'
                : isAll(second)
                  ? 'around'
                  : 'overlap'
        expect(relateRings(a, b, edgeTests()).kind).toBe(kind)
      }),
      { numRuns: 3000, seed: 7 },
    )
  })

  it.each([
    [
      square(0, 0, 2),
      [
        [1, 1],
        [2, 1],
        [3, 1.1],
        [2, 1.2],
        [1, 1],
      ],
    ],
    [
      [
        [0, 0],
        [4, 0],
        [0, 4],
        [0, 0],
      ],
      [
        [1, 1],
        [2.2, 1.8],
        [2.2, 2.1],
        [2, 2],
        [1, 1],
      ],
    ],
  ])('overlap where one leaves the other through corners of its own', (first, second) => {
    const [a, b] = [first, second].map((ring) => indexEdges(ring as unknown as Point[]))
    expect(relateRings(a, b, edgeTests()).kind).toBe('overlap')
    expect(relateRings(b, a, edgeTests()).kind).toBe('overlap')
  })

  it('cost less than their positions squared: 10,000 islands near a coast of 200,000 positions', () => {
    const islands = Array.from({ length: 10_000 }, (_, i) => [
      circle(5 + 0.02 * (i % 100), 5 + 0.02 * Math.floor(i / 100), 0.008, 8),
    ])
    const start = cpuMs()
    expect(partsOf([circle(20, 20, 15, 200_000)], ...islands)).toEqual([])
    expect(cpuMs() - start).toBeLessThan(10_000)
  })

  it('that are too many to be compared are an error', () => {
    // Thin diagonals side by side: every pair of boxes meets.
    const strips = Array.from({ length: 300 }, (_, i) => {
      const at = i / 10_000
      return [
        [
          [at, 0],
          [at + 0.00005, 0],
          [at + 10.00005, 10],
          [at + 10, 10],
          [at, 0],
        ],
      ]
    })
    const validate = (left: number) =>
      validateGeometry({ type: 'MultiPolygon', coordinates: strips }, { left })
    expect(validate(100_000)).toMatchObject({
      finding: { message: expect.stringMatching(/^too many edges/) },
    })
    expect(validate(10_000_000)).toMatchObject({ geometry: { type: 'MultiPolygon' } })
  })
})

describe('holes of a unit', () => {
  const shell = square(0, 6, 2)

  it('may touch each other', () => {
    expect(polygonOf(shell, square(0.5, 6.5, 0.5), square(1, 7, 0.5), square(1, 6.5, 0.5))).toEqual([])
  })

  it.each([
    ['overlapping', [square(0.5, 6.5, 0.9), square(0.8, 6.8, 0.9)], /two holes overlap near/],
    ['nested', [square(0.5, 6.5), square(0.7, 6.7, 0.2)], /two holes overlap near 0\.70000, 6\.70000/],
    [
      'twice',
      [square(0.5, 6.5), reversed(square(0.5, 6.5))],
      /a hole is there twice, near 0\.50000, 6\.50000/,
    ],
    ['like the shell', [reversed(shell)], /a hole covers the whole of its outline near 0\.00000, 6\.00000/],
  ] satisfies [string, Ring[], RegExp][])('%s are an error', (_what, holes, message) => {
    expect(polygonOf(shell, ...holes)).toEqual([expect.stringMatching(message)])
  })

  it('with all corners on the shell, but outside it, are an error', () => {
    const notched = [
      [0, 7],
      [1, 7],
      [1, 7.2],
      [0.2, 7.2],
      [0.2, 7.8],
      [1, 7.8],
      [1, 8],
      [0, 8],
      [0, 7],
    ]
    const inNotch = [
      [0.2, 7.2],
      [1, 7.2],
      [1, 7.8],
      [0.2, 7.8],
      [0.2, 7.2],
    ]
    expect(polygonOf(notched, inNotch)).toEqual([expect.stringMatching(/a hole lies outside its outline/)])
  })
})

/** Of two triangles, counter-clockwise: the second, cut by each edge of the first. */
function areaInCommon(first: number[][], second: number[][]): number {
  let rest = second
  for (const [i, a] of first.entries()) {
    const b = first[(i + 1) % 3]
    const side = (p: number[]) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    rest = rest.flatMap((p, j) => {
      const q = rest[(j + 1) % rest.length]
      const [sp, sq] = [side(p), side(q)]
      const t = sp / (sp - sq)
      const cut = sp > 0 !== sq > 0 && sp !== sq ? [[p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]] : []
      return sp >= 0 ? [p, ...cut] : cut
    })
  }
  return Math.abs(
    rest.reduce((sum, [x1, y1], i) => {
      const [x2, y2] = rest[(i + 1) % rest.length]
      return sum + (x1 * y2 - x2 * y1) / 2
    }, 0),
  )
}
