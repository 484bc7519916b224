import { describe, expect, it } from 'vitest'
import { latticeFindings } from '#service/modelling/diagnostics/findings.ts'
import { latticesOver, MAX_NODES, type Places } from '#service/modelling/inference/lattice-choice.ts'
import { findOnLattice, fitAt } from '#service/modelling/inference/lattice-fit.ts'
import type { ModelParameters } from '#service/modelling/model-parameters.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { drawBinomial } from '#service/modelling/numerics/random-counts.ts'
import { extentKm, spherePoints } from '#service/modelling/numerics/sphere.ts'

const placesOf = (count: number, at: (i: number) => readonly [number, number]): Places => ({
  longitude: Float64Array.from({ length: count }, (_, i) => at(i)[0]),
  latitude: Float64Array.from({ length: count }, (_, i) => at(i)[1]),
})
const grid = placesOf(400, (i) => [3 + 0.5 * (i % 20), 4 + 0.5 * Math.floor(i / 20)])
const latticesOn = (places: Places) =>
  latticesOver([places], extentKm(spherePoints(places.longitude, places.latitude)))

describe('the lattice of a surface', () => {
  it('has triangles of a sixth of the range, and a margin of one, in steps of a fourth root of 2', () => {
    const { lattice, marginKm } = latticesOn(grid).latticeFor(400)
    expect(marginKm / lattice.spacingKm).toBeCloseTo(6, 9)
    expect(Math.abs(Math.log2(marginKm / 400))).toBeLessThanOrEqual(1 / 8)
    expect(latticesOn(grid).latticeFor(401).lattice).toEqual(lattice)
  })
  it('suits ranges near that which it is made for, and no others', () => {
    const lattices = latticesOn(grid)
    const { lattice, marginKm } = lattices.latticeFor(400)
    const suits = (rangeKm: number) => lattices.suits(lattice, marginKm, rangeKm)
    expect([100, 300, 400, 500, 2000].map(suits)).toEqual([false, true, true, true, false])
    const fine = lattices.latticeFor(150)
    expect(lattices.suits(fine.lattice, fine.marginKm, 600)).toBe(false)
  })
  it.each([
    ['a range that would need a million nodes', grid, 2],
    ['two islands half a world apart', placesOf(40, (i) => [i < 20 ? 10 : 170, (i % 20) / 10]), 20],
    [
      'places on both sides of the date line',
      placesOf(40, (i) => [i < 20 ? 179.5 : -179.5, (i % 20) / 10]),
      60,
    ],
  ])('has at most 30,000 nodes around %s, and holds all places', (_, places, rangeKm) => {
    const { lattice } = latticesOn(places).latticeFor(rangeKm)
    expect(lattice.columns.length).toBeLessThanOrEqual(MAX_NODES)
    expect(lattice.columns.length).toBeGreaterThan(100)
  })
  it('is a finding where its triangles are too large for the range', () => {
    const parameters = (range_km: number) => ({ range_km, lattice_spacing_km: 12 }) as ModelParameters
    expect(latticeFindings(parameters(36))).toEqual([])
    expect(latticeFindings(parameters(30))[0]).toMatchObject({
      kind: 'lattice',
      message: expect.stringMatching(
        /^The surface varies over 30 km, less than its lattice of triangles of 12 km/,
      ),
    })
  })
})

describe('a fit of clusters in an odd place', () => {
  it.each([
    ['on a line', placesOf(80, (i) => [3 + i / 10, 6])],
    [
      'three at each of 40 sites',
      placesOf(120, (i) => [3 + (Math.floor(i / 3) % 8), 4 + Math.floor(i / 24)]),
    ],
  ])('is found: %s', async (_, places) => {
    const random = seededRandom(1)
    const count = places.longitude.length
    const denominator = new Float64Array(count).fill(20)
    const numerator = denominator.map((n) => drawBinomial(n, 0.3, random))
    const data = { ...places, numerator, denominator, covariates: [] }
    const { model, lattice, theta } = await findOnLattice(data, [], { strict: true })
    const { coefficients, sd } = fitAt(model, lattice.centre, theta)
    expect(Math.abs(coefficients[0] - Math.log(0.3 / 0.7))).toBeLessThan(0.4)
    expect(sd).toBeLessThan(1)
  })
})
