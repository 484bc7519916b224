import { expect, it } from 'vitest'
import { latentShape } from '#service/modelling/components/latent-shape.ts'
import { nearestPoints } from '#service/modelling/numerics/nearest-points.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'
import { chordKm, extentKm, spherePoints } from '#service/modelling/numerics/sphere.ts'
import { cpuMs } from '../../support/cpu-ms.ts'
import { everyCase } from '../../support/every-case.ts'

const random = seededRandom(4)
const layouts: Record<string, (i: number) => [longitude: number, latitude: number]> = {
  'over an area': () => [3 + 11 * random.uniform(), 4 + 9 * random.uniform()],
  'in a line along a parallel': () => [3 + 11 * random.uniform(), 0],
  'in two rows along meridians': (i) => [20 * (i % 2), 9 * random.uniform()],
  'on a grid, where many are equally near': (i) => [0.25 * (i % 17), 0.25 * Math.floor(i / 17)],
  'three at a site': (i) => [(i % 100) * 0.1, ((i % 100) * 37 * 0.1) % 5],
  'on two sites': (i) => [20 * (i % 2), 5],
  'in far towns': (i) => [(i % 10) * 3 + 0.01 * random.normal(), (i % 7) + 0.01 * random.normal()],
  'across 180°': () => [176 + 8 * random.uniform() - (random.uniform() < 0.5 ? 360 : 0), -17],
}

function pointsOf(layout: keyof typeof layouts, count: number) {
  const places = Array.from({ length: count }, (_, i) => layouts[layout](i))
  const [longitude, latitude] = [0, 1].map((axis) => Float64Array.from(places, (place) => place[axis]))
  return { longitude, latitude, points: spherePoints(longitude, latitude) }
}

everyCase(
  'finds the nearest clusters and their root mean square distance as all pairs give them',
  Object.keys(layouts).map((layout) => [layout, layout] as const),
  (layout) => {
    const count = 300
    const { points } = pointsOf(layout, count)
    let squares = 0
    const expected = Int32Array.from({ length: count }, (_, i) => {
      let best = -1
      for (let j = 0; j < count; j++) {
        squares += chordKm(points, i, points, j) ** 2
        if (j === i) continue
        if (best < 0 || chordKm(points, i, points, j) < chordKm(points, i, points, best)) best = j
      }
      return best
    })
    expect(nearestPoints(points)).toEqual(expected)
    expect(Math.abs(extentKm(points) / Math.sqrt(squares / count ** 2) - 1)).toBeLessThan(1e-12)
  },
)

it('gives clusters at one point no extent, and a single one no neighbour', () => {
  expect(extentKm(spherePoints(new Float64Array(7).fill(2.1), new Float64Array(7).fill(9.3)))).toBe(0)
  expect(nearestPoints(spherePoints(Float64Array.of(2), Float64Array.of(9)))).toEqual(Int32Array.of(0))
})

it('takes seconds for 60,000 clusters, of which all pairs take a minute', () => {
  const count = 60_000
  const start = cpuMs()
  for (const layout of Object.keys(layouts)) nearestPoints(pointsOf(layout, count).points)
  const counts = { numerator: new Float64Array(count), denominator: new Float64Array(count).fill(20) }
  latentShape({ ...pointsOf('over an area', count), ...counts, covariates: [] }, [], true)
  expect(cpuMs() - start).toBeLessThan(15_000)
})
