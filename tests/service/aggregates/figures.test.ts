import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from '#drizzle'
import { bands, jobs, place_group_versions, places } from '#service/db/schema.ts'
import { admCsv, admRows } from '#service/domain/jobs/run-layer/adm-and-clusters.ts'
import { gatherInputs } from '#service/domain/jobs/run-layer/gather-inputs.ts'
import { drawCells } from '#service/modelling/posterior/draw-cells.ts'
import type { SubnationalEstimate } from '#service/modelling/units/admin-types.ts'
import { estimateLevels } from '#service/modelling/units/estimate-levels.ts'
import { predictCells } from '#service/modelling/units/predict-cells.ts'
import { type AggregateFixture, createAggregateFixture } from '../../support/aggregates/aggregate-fixture.ts'

let fixture: AggregateFixture
let job: number
let kept: Awaited<ReturnType<AggregateFixture['keepPosterior']>>

beforeAll(async () => {
  fixture = await createAggregateFixture()
  job = await fixture.run()
  kept = await fixture.keepPosterior(job)
}, 60_000)
afterAll(() => fixture.close())

const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})

/** Mean over draws of the prevalence in these cells, weighted by `weight`. */
async function meanOf(isIn: (longitude: number, latitude: number) => boolean, weight: 'people' | 'cells') {
  const { posterior, read } = kept
  const { longitude, latitude, population } = read.input.cells
  let [sum, people, cells] = [0, 0, 0]
  await drawCells(posterior, read.input.cells, {
    visit(cell, p) {
      if (!isIn(longitude[cell], latitude[cell])) return
      const here = weight === 'people' ? population![cell] : 1
      cells++
      people += here
      for (const share of p) sum += (here * share) / p.length
    },
  })
  return { mean: sum / people, people, cells }
}

it("has the layer's own units with the digits of adm.csv", async () => {
  const { services } = fixture.service
  const [row] = await services.db.select().from(jobs).where(eq(jobs.id, job))
  const { admin } = await gatherInputs(services.db, services.files, row, '')
  const { posterior, read } = kept
  const { draws, seed, exceedance_threshold: threshold, adm_min_clusters } = row.layer
  const units = await predictCells(
    { drawCells: drawCells.bind(null, posterior) },
    read.input.cells,
    read.input.admin,
    { draws, seed },
  )
  const options = { draws, admMinClusters: adm_min_clusters, exceedanceThreshold: threshold }
  const estimates = estimateLevels(read.input.admin, units, read.input, options, null)
  const expected = admCsv(admRows(admin, estimates as SubnationalEstimate[]), threshold, null)
  const figures = await fixture.ask(job)
  expect(figures).toMatchObject({ status: 'ready', fraction: null, reason: null })
  expect(figures.csv).toBe(expected)
  expect(figures.units!.map(({ code }) => code)).toEqual(['TST-W', 'TST-E'])
  expect(figures.units![0].people).toBeGreaterThan(0)
  expect(figures.units![0].clusters).toBeGreaterThan(10)
})

it('has another version of outlines, with another threshold and no population', async () => {
  const { db } = fixture.service.services
  const [version] = await db
    .insert(place_group_versions)
    .values({ iso3_code: 'TST', place_type: 'adm2', version: 'new', is_default: false })
    .returning()
  const thirds = ['S', 'M', 'N'].map((code, i) => ({
    version_id: version.id,
    position: i,
    code,
    name: `Third ${code}`,
    geometry: square(1, 6 + (2 * i) / 3, 3, 6 + (2 * (i + 1)) / 3),
  }))
  await db.insert(places).values(thirds)
  const { units, exceedance_threshold, csv } = await fixture.ask(job, {
    outlines: { kind: 'version', id: version.id },
    exceedance_threshold: 0.2,
    population_band_id: null,
  })
  expect(exceedance_threshold).toBe(0.2)
  expect(csv.split('\n')[0]).toMatch(/,exceedance_threshold$/)
  expect(units!.map(({ code, level }) => [code, level])).toEqual([
    ['S', 2],
    ['M', 2],
    ['N', 2],
  ])
  expect(units!.every(({ people, affected }) => people === null && affected === null)).toBe(true)
  const { mean } = await meanOf((_, latitude) => latitude < 6 + 2 / 3, 'cells')
  expect(units![0].modelled).toBeCloseTo(mean, 9)
})

it('has drawn polygons: cells inside, or those that a small one covers in part', async () => {
  const areas = [
    { code: 'a', name: 'Large', geometry: square(1.23, 6.23, 1.87, 7.12) },
    { code: 'b', name: 'Small', geometry: square(2.51, 7.51, 2.53, 7.53) },
    { code: 'c', name: 'Outside', geometry: square(40, 40, 41, 41) },
  ]
  const { units } = await fixture.ask(job, { outlines: { kind: 'areas', areas } })
  const large = await meanOf((x, y) => x > 1.23 && x < 1.87 && y > 6.23 && y < 7.12, 'people')
  expect(large.cells).toBeGreaterThan(30)
  expect(units![0].modelled).toBeCloseTo(large.mean, 9)
  expect(units![0].people).toBeCloseTo(large.people, 6)
  const { longitude, latitude } = kept.read.input.clusters
  const inside = longitude.filter((x, i) => x > 1.23 && x < 1.87 && latitude[i] > 6.23 && latitude[i] < 7.12)
  expect(units![0].clusters).toBe(inside.length)
  const small = await meanOf((x, y) => Math.hypot(x - 2.52, y - 7.52) < 0.07, 'people')
  expect(small.cells).toBe(1)
  expect(units![1].modelled).toBeCloseTo(small.mean, 9)
  expect(units![2]).toMatchObject({ clusters: 0, modelled: null, people: null })
})

it('joins units, and rakes to a national figure', async () => {
  const union = { name: 'Both', codes: ['TST-W', 'TST-E'] }
  const { units, csv } = await fixture.ask(job, { unions: [union], rake_to: 0.25 })
  expect(units).toHaveLength(1)
  expect(units![0]).toMatchObject({ code: 'Both', name: 'Both', level: 1 })
  expect(units![0].modelled).toBeCloseTo(0.25, 4)
  expect(csv.split('\n')[1]).toMatch(/,true,0\.25$/)
  const west = await fixture.ask(job, { unions: [{ name: 'West alone', codes: ['TST-W'] }] })
  const own = await fixture.ask(job)
  expect(west.units![0].modelled).toBe(own.units![0].modelled)
  expect(west.units![1]).toEqual(own.units![1])
})

it('counts the people of another band', async () => {
  const { db } = fixture.service.services
  const [{ layer }] = await db.select({ layer: jobs.layer }).from(jobs).where(eq(jobs.id, job))
  const same = await fixture.ask(job, { population_band_id: layer.population_band_id })
  expect(same.csv).toBe((await fixture.ask(job)).csv)
  const { covariates } = kept.read.input.cells
  const [{ id }] = await db.select().from(bands).where(eq(bands.name, 'tst_rain'))
  const { units } = await fixture.ask(job, { population_band_id: id })
  const rain = covariates[1].reduce((sum, value) => sum + Math.max(value, 0), 0)
  expect(units![0].people! + units![1].people!).toBeGreaterThan(0.8 * rain)
  expect(units![0].people! + units![1].people!).toBeLessThanOrEqual(rain)
})
