import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { gridBounds, intersect, sameGrid, windowOf } from '#service/raster/grid.ts'
import { areaBounds, inPolygon } from '#service/geometry/point-in-polygon.ts'
import { rasterise } from '#service/raster/grids/rasterise.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { sampleGrid } from '#service/raster/cells/sample.ts'
import { statistics } from '#service/raster/statistics/statistics.ts'
import {
  loadWorld,
  randomField,
  seededRandom,
  simulate,
  type Truth,
  type World,
} from '../../scripts/nigeria-simulation.ts'
import { sample } from './fixtures.ts'

const folder = dirname(sample('manifest.json'))
const manifest = JSON.parse(readFileSync(sample('manifest.json'), 'utf8')) as {
  title: string
  licence: string
  sources: object[]
  bands: { name: string; file: string }[]
  collections: { bands: string[]; population_band: string }[]
  surveys: { simulated: boolean; note: string; file: string; columns: Record<string, string> }[]
  place_groups: { place_type: string; file: string }[]
}
const truth = JSON.parse(readFileSync(sample('truth.json'), 'utf8')) as Truth
const csv = readFileSync(sample('survey.csv'), 'utf8').trim().split('\n')
let world: World

beforeAll(async () => {
  world = await loadWorld(folder)
})

describe('the Nigerian sample', () => {
  test('names its files, sources and licence, and says that the survey is simulated', () => {
    const files = new Set(readdirSync(folder))
    for (const { file } of [...manifest.bands, ...manifest.surveys, ...manifest.place_groups])
      expect(files).toContain(file)
    expect(manifest).toMatchObject({
      title: expect.stringContaining('simulated'),
      licence: expect.any(String),
    })
    expect(manifest.surveys[0].simulated).toBe(true)
    expect(manifest.surveys[0].note).toContain('simulated')
    expect(manifest.sources.length).toBeGreaterThan(1)
  })

  test('is at most 3 MB', () => {
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThan(3e6)
  })

  test('has its bands on one grid over the country, none constant, population never below 0', async () => {
    for (const { name, file } of manifest.bands) {
      const { info, values } = await readRaster(join(folder, file))
      expect(sameGrid(info, world.grid)).toBe(true)
      expect(info.crs).toBe(4326)
      expect(intersect(gridBounds(info), areaBounds(world.country))).toEqual(areaBounds(world.country))
      expect(windowOf(info, areaBounds(world.country))).not.toBeNull()
      const s = statistics(values)
      expect(s.sd).toBeGreaterThan(0)
      if (name === 'nga_population') expect(s.min).toBeGreaterThanOrEqual(0)
      const inside = rasterise(world.grid, [world.country])
      expect(inside.filter((unit, cell) => unit === 0 && Number.isNaN(values[cell]))).toHaveLength(0)
    }
  })

  test("has 600 clusters that satisfy a configuration's rules", () => {
    expect(csv[0].split(',')).toEqual(
      Object.values(manifest.surveys[0].columns).toSorted((a, b) => csv[0].indexOf(a) - csv[0].indexOf(b)),
    )
    const { clusters } = simulate(world, truth.seed)
    expect(csv.slice(1)).toEqual(clusters.map((cluster) => Object.values(cluster).join(',')))
    expect(clusters).toHaveLength(600)
    for (const c of clusters) {
      expect(c.numerator >= 0 && c.numerator <= c.denominator && c.denominator > 0 && c.weight > 0).toBe(true)
      expect(inPolygon(world.country, c.longitude, c.latitude)).toBe(true)
    }
    const lon = clusters.map((c) => c.longitude)
    const lat = clusters.map((c) => c.latitude)
    for (const { values } of world.covariates) {
      expect(sampleGrid(world.grid, values, lon, lat).values.some(Number.isNaN)).toBe(false)
    }
  })

  test('is drawn around its truth: direct estimates scatter about the true means without bias', () => {
    expect(simulate(world, truth.seed).truth).toEqual(truth)
    expect(truth.states).toHaveLength(37)
    const errors: number[] = []
    for (const seed of [11, 12, 13]) {
      const { clusters, truth: own } = simulate(world, seed)
      for (const state of own.states) {
        const members = clusters.filter((c) => c.stratum === state.code)
        expect(members.length).toBeGreaterThanOrEqual(10)
        const direct =
          members.reduce((sum, c) => sum + c.numerator, 0) /
          members.reduce((sum, c) => sum + c.denominator, 0)
        errors.push(direct - state.mean_with_cluster_effect)
      }
    }
    const mean = errors.reduce((sum, e) => sum + e, 0) / errors.length
    const sd = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length)
    expect(sd).toBeLessThan(0.06)
    expect(Math.abs(mean)).toBeLessThan((3 * sd) / Math.sqrt(errors.length))
  })
})

test('the random field has Matérn-3/2 covariance', () => {
  const degreesFor = (km: number) => km / 111.195
  const random = seededRandom(5)
  const sums = [0, 0, 0, 0]
  const distances = [0, 30, 90, 300]
  const fields = 4000
  for (let i = 0; i < fields; i++) {
    const field = randomField(random, 1, 90, 40)
    const origin = field(8, 9)
    distances.forEach((km, k) => (sums[k] += (origin * field(8, 9 + degreesFor(km))) / fields))
  }
  distances.forEach((km, k) => {
    const r = (Math.sqrt(3) * km) / 90
    expect(Math.abs(sums[k] - (1 + r) * Math.exp(-r))).toBeLessThan(0.06)
  })
})
