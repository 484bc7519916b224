import { expect, it } from 'vitest'
import { cholesky } from '#service/modelling/numerics/linear-algebra.ts'
import {
  matern1,
  matern32,
  matern32LogDerivative,
  maternMatrix,
} from '#service/modelling/components/matern.ts'
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

it('matches finite differences by log length scale', () => {
  const step = 1e-5
  const difference = (matern32(70, 90 * Math.exp(step)) - matern32(70, 90 * Math.exp(-step))) / (2 * step)
  expect(matern32LogDerivative(70, 90, matern32(70, 90))).toBeCloseTo(difference, 9)
  expect(matern32LogDerivative(0, 90, 1)).toBe(0)
})

it('measures chords: a quarter of the globe is √2 radii, one degree of latitude 111.195 km', () => {
  const points = spherePoints(Float64Array.of(0, 90, 2, 2), Float64Array.of(0, 0, 9, 10))
  expect(chordKm(points, 0, points, 1)).toBeCloseTo(Math.SQRT2 * 6371.0088, 6)
  expect(chordKm(points, 2, points, 3)).toBeCloseTo(111.1937, 3)
})

it('stays positive definite all around the globe, where arcs would not', () => {
  const longitude: number[] = []
  const latitude: number[] = []
  for (let lat = -80; lat <= 80; lat += 20) {
    for (let lon = -180; lon < 180; lon += 20) {
      longitude.push(lon)
      latitude.push(lat)
    }
  }
  const points = spherePoints(Float64Array.from(longitude), Float64Array.from(latitude))
  const n = longitude.length
  const correlation = new Float64Array(n * n)
  maternMatrix(points, 12_000, correlation)
  expect(cholesky(correlation, n)).toBe(true)
})

it('puts a country across the antimeridian on one plane', () => {
  const points = spherePoints(Float64Array.of(179, -179, 180), Float64Array.of(-17, -17, -18))
  const plane = localPlane(points, centreOf(points))
  expect(Math.hypot(plane[0] - plane[2], plane[1] - plane[3])).toBeCloseTo(chordKm(points, 0, points, 1), 0)
  expect(plane[0]).toBeLessThan(plane[2])
  expect(plane[5]).toBeLessThan(plane[1])
})
