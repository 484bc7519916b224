import { expect, test } from 'vitest'
import { interpolationAt, latticeAround } from '#service/modelling/components/surface/lattice.ts'
import { seededRandom } from '#service/modelling/numerics/random.ts'

function scatter(count: number, width: number, height: number, x = 0, y = 0): Float64Array {
  const random = seededRandom(4)
  return Float64Array.from({ length: 2 * count }, (_, k) =>
    k % 2 === 0 ? x + width * random.uniform() : y + height * random.uniform(),
  )
}

test('the surface between nodes is linear: weights reproduce a plane within the margin', () => {
  const places = scatter(200, 300, 180, -500, 90)
  const lattice = latticeAround(places, 17, 60)
  const nodeX = (node: number) => lattice.x0 + (lattice.columns[node] + lattice.rows[node] / 2) * 17
  const nodeY = (node: number) => lattice.y0 + ((lattice.rows[node] * Math.sqrt(3)) / 2) * 17
  for (let p = 0; p < places.length; p += 2) {
    for (const angle of [0, 1, 2, 3, 4, 5]) {
      const [x, y] = [places[p] + 58 * Math.cos(angle), places[p + 1] + 58 * Math.sin(angle)]
      const at = interpolationAt(lattice, x, y)!
      expect(Math.min(...at.weights)).toBeGreaterThanOrEqual(-1e-12)
      const sum = (of: (node: number) => number) =>
        at.nodes.reduce((total, node, k) => total + at.weights[k] * of(node), 0)
      expect(sum(() => 1)).toBeCloseTo(1, 12)
      expect(sum(nodeX)).toBeCloseTo(x, 9)
      expect(sum(nodeY)).toBeCloseTo(y, 9)
    }
  }
})

test('each edge of a triangle joins neighbours', () => {
  const lattice = latticeAround(scatter(40, 100, 100), 9, 20)
  for (let k = 0; k < lattice.triangles.length; k++) {
    const [a, b] = [lattice.triangles[k], lattice.triangles[k % 3 === 2 ? k - 2 : k + 1]]
    const column = lattice.columns[b] - lattice.columns[a]
    const row = lattice.rows[b] - lattice.rows[a]
    expect(Math.hypot(column + row / 2, (row * Math.sqrt(3)) / 2)).toBeCloseTo(1, 12)
  }
})

test('far islands have no nodes between them; a place beyond the margin has no triangle', () => {
  const islands = Float64Array.of(0, 0, 900, 20)
  const lattice = latticeAround(islands, 10, 30)
  expect(lattice.columns.length).toBeLessThan(250)
  expect(interpolationAt(lattice, 450, 10)).toBeUndefined()
  expect(interpolationAt(lattice, 900, 20)).toBeDefined()
  expect(interpolationAt(lattice, -1e6, 1e6)).toBeUndefined()
})

test('one place, a line of places and no margin have a lattice; no place or no position has none', () => {
  for (const places of [
    [0, 0],
    [0, 0, 0, 0],
    [0, 0, 50, 0, 100, 0],
    [7, 0, 7, 80],
  ]) {
    const lattice = latticeAround(Float64Array.from(places), 10, 0)
    for (let p = 0; p < places.length; p += 2) {
      expect(interpolationAt(lattice, places[p], places[p + 1])).toBeDefined()
    }
  }
  expect(() => latticeAround(new Float64Array(0), 10, 5)).toThrow('needs places')
  expect(() => latticeAround(Float64Array.of(0, NaN), 10, 5)).toThrow('Place 0 has no position.')
  expect(() => latticeAround(Float64Array.of(0, 0), 0, 5)).toThrow('0 km, 5 km')
})
