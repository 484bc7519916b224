import { expect, it } from 'vitest'
import { matern1, matern32 } from '#service/modelling/components/matern.ts'
import { chordKm, centreOf, localPlane, spherePoints } from '#service/modelling/numerics/sphere.ts'
import bessel from '../fixtures/bessel-reference.json' with { type: 'json' }

it('is the Matérn correlation of smoothness 3/2', () => {
  // Python: x = sqrt(3)*d/100; (1 + x)*exp(-x)
  expect(matern32(0, 100)).toBe(1)
  expect(matern32(50, 100)).toBeCloseTo(0.7848876539574506, 14)
  expect(matern32(100, 100)).toBeCloseTo(0.4833577245965077, 14)
  expect(matern32(274, 100)).toBeCloseTo(0.04991934301190198, 14)
})

it('is the Matérn correlation of smoothness 1', () => {
  expect(matern1(0, 100)).toBe(1)
  bessel.x.forEach((x, i) => {
    expect(matern1(x * 25, 25 * Math.sqrt(8)) / bessel.correlation[i], `at ${x}`).toBeCloseTo(1, 12)
  })
  expect(matern1(1e9, 1)).toBe(0)
})

it('measures chords: a quarter of the globe is √2 radii, one degree of latitude 111.195 km', () => {
  const points = spherePoints(Float64Array.of(0, 90, 2, 2), Float64Array.of(0, 0, 9, 10))
  expect(chordKm(points, 0, points, 1)).toBeCloseTo(Math.SQRT2 * 6371.0088, 6)
  expect(chordKm(points, 2, points, 3)).toBeCloseTo(111.1937, 3)
})

it('puts a country across the antimeridian on one plane', () => {
  const points = spherePoints(Float64Array.of(179, -179, 180), Float64Array.of(-17, -17, -18))
  const plane = localPlane(points, centreOf(points))
  expect(Math.hypot(plane[0] - plane[2], plane[1] - plane[3])).toBeCloseTo(chordKm(points, 0, points, 1), 0)
  expect(plane[0]).toBeLessThan(plane[2])
  expect(plane[5]).toBeLessThan(plane[1])
})
