import { describe, expect, it } from 'vitest'
import { boundsOfPolygons } from '#service/geometry/bounds-of-polygons.ts'
import { regionOf } from '#service/domain/countries/regions.ts'

const box = (west: number, south: number, east: number, north: number) => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
]

describe('bounds', () => {
  it('match the simple case', () => {
    expect(boundsOfPolygons([box(1, 2, 3, 4), box(2, -1, 5, 3)])).toEqual([1, -1, 5, 4])
  })
  it('cross the antimeridian if that is narrower', () => {
    expect(boundsOfPolygons([box(170, -5, 180, 5), box(-180, -6, -175, 0)])).toEqual([170, -6, -175, 5])
    expect(boundsOfPolygons([box(20, 40, 100, 70), box(110, 50, 180, 75), box(-180, 60, -170, 70)])).toEqual([
      20, 40, -170, 75,
    ])
  })
  it('follow a ring drawn across the cut', () => {
    const ring = [
      [
        [177, 0],
        [-178, 0],
        [-178, 2],
        [177, 2],
        [177, 0],
      ],
    ]
    expect(boundsOfPolygons([ring])).toEqual([177, 0, -178, 2])
    expect(boundsOfPolygons([ring, box(-150, 1, -140, 5)])).toEqual([177, 0, -140, 5])
    expect(boundsOfPolygons([ring, box(-180, 1, -179, 5)])).toEqual([177, 0, -178, 5])
  })
  it('stop at 180 where the land does', () => {
    expect(boundsOfPolygons([box(150, 0, 180, 1)])).toEqual([150, 0, 180, 1])
    expect(boundsOfPolygons([box(-180, 0, -170, 1)])).toEqual([-180, 0, -170, 1])
  })
  it('span the globe if no gap is left', () => {
    const steps = [-180, -90, 0, 90, 180].map((lon) => [lon, -70])
    expect(boundsOfPolygons([[[...steps, [180, -90], [-180, -90], [-180, -70]]]])).toEqual([
      -180, -90, 180, -70,
    ])
  })
})

it('contain each country once', () => {
  expect(regionOf.size).toBe(250)
  expect(new Set([...regionOf.values()].map(({ region }) => region)).size).toBe(6)
})
