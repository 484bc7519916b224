import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminIndex, unitsOfPoints } from '#service/domain/jobs/run-layer/admin-index.ts'
import { countryShares } from '#service/domain/jobs/run-layer/country-shares.ts'
import { maskCells } from '#service/domain/jobs/run-layer/mask-cells.ts'
import type { LayerTask } from '#service/domain/jobs/run-layer/layer-task.ts'
import { closeBands, countryWindow, openBands } from '#service/domain/jobs/run-layer/open-bands.ts'
import { reportPeople } from '#service/domain/jobs/run-layer/report-people.ts'
import { sampleCovariates, samplePopulation } from '#service/domain/jobs/run-layer/sample-covariates.ts'
import { bufferSource } from '#service/raster/tiff/byte-source.ts'
import type { Grid } from '#service/raster/grid.ts'
import { type Area, inPolygon } from '#service/geometry/point-in-polygon.ts'
import { openRaster, readBand } from '#service/raster/cells/read.ts'
import { writeCog } from '#service/raster/cog/write-cog.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

/** Four cells of a degree in a row, from 0 to 4 degrees east. */
const grid: Grid = { width: 4, height: 1, affine: [1, 0, 0, 0, -1, 1], crs: 4326 }
const box = (west: number, east: number): Area => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 0],
      [east, 0],
      [east, 1],
      [west, 1],
      [west, 0],
    ],
  ],
})
async function band(values: number[]) {
  const file = await openRaster(bufferSource(writeCog({ ...grid, values: Float32Array.from(values) })))
  return { name: 'b', sha256: '', bandIndex: 1, file, stored: { key: '', size: 0, version: '', path: '' } }
}

describe('the cells of a layer', () => {
  it('are those of the country with a value for every covariate; the others are counted', () => {
    const cells = maskCells(
      grid,
      [box(0, 3)],
      [Float64Array.of(1, 1, 1, 1), Float64Array.of(1, Number.NaN, 1, 1)],
    )
    expect([...cells.index]).toEqual([0, 2])
    expect([...cells.longitude]).toEqual([0.5, 2.5])
    expect([...cells.latitude]).toEqual([0.5, 0.5])
    expect(cells.withoutCovariates).toBe(1)
  })
  it('must be at least one', () => {
    expect(() => maskCells(grid, [box(0, 3)], [new Float64Array(4).fill(Number.NaN)])).toThrow(
      'no values inside',
    )
  })
})

describe('the bands of a layer', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-bands-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const opened = async (width: number, affine: Grid['affine']) => {
    const path = join(folder, `${affine[2]}.tif`)
    const content = writeCog({ width, height: 1, affine, crs: 4326, values: new Float32Array(width) })
    await writeFile(path, content)
    const stored = { key: '', size: content.length, version: '', path }
    return openBands([{ name: 'rain', sha256: '', bandIndex: 1, stored }])
  }

  it.each([
    ['across 180°', 40, [0.25, 0, 176, 0, -1, 1]],
    ['from 0° to 360°', 360, [1, 0, 0, 0, -1, 1]],
  ] as const)('are rejected %s', async (_, width, affine) => {
    await expect(opened(width, affine)).rejects.toThrow(
      "The longitudes of the band 'rain' reach below −180° or above 180°; process its raster, and use the result.",
    )
  })
  it('may span all longitudes from −180° to 180°', async () => {
    const bands = await opened(360, [1, 0, -180, 0, -1, 1])
    expect(bands).toHaveLength(1)
    await closeBands(bands)
  })
})

describe('people at the outline', () => {
  const ones = Float64Array.of(1, 1, 1, 1)
  const people = async (band: number[], country: Area[], covariates = [ones]) => {
    const sample = async (longitude: Float64Array, latitude: Float64Array) =>
      Float64Array.from(longitude, (x, i) =>
        latitude[i] > 0 && latitude[i] < 1 && x > 0 && x < 4 ? band[Math.floor(x)] : 0,
      )
    const cells = maskCells(grid, country, covariates, await countryShares(grid, country, sample))
    return { ...cells, index: [...cells.index], population: [...cells.population!] }
  }

  it('all count where no one lives next to it outside, also if the centre of the cell is outside', async () => {
    const { index, population, shares, border } = await people([100, 100, 100, 0], [box(0, 2.25)])
    expect([index, population]).toEqual([
      [0, 1, 2],
      [100, 100, 100],
    ])
    expect([...shares!.area, ...shares!.people]).toEqual([1, 1, 0.25, 1, 1, 1])
    expect(border).toEqual({ whole: 1, shared: 0, beyond: 0 })
  })
  it('count by area where the neighbours of the country begin', async () => {
    const { population, shares, border } = await people([100, 100, 100, 100], [box(0, 2.25)])
    expect(population).toEqual([100, 100, 25])
    expect([...shares!.people]).toEqual([1, 1, 0.25])
    expect(border).toEqual({ whole: 0, shared: 1, beyond: 75 })
    expect((await people([100, 100, 100, 100], [box(0, 2.75)])).population).toEqual([100, 100, 75])
  })
  it('all count beside the few people that resampling leaves beyond the outline of a population that was cut', async () => {
    expect((await people([100, 100, 100, 5], [box(0, 2.25)])).population).toEqual([100, 100, 100])
    expect((await people([100, 100, 100, 20], [box(0, 2.25)])).population).toEqual([100, 100, 25])
  })
  it('count in a sliver only if no one lives outside', async () => {
    expect((await people([100, 100, 100, 0], [box(0, 2.01)])).index).toEqual([0, 1, 2])
    expect((await people([100, 100, 100, 100], [box(0, 2.01)])).index).toEqual([0, 1])
  })
  it('are as many as the cells hold where the outline runs along them', async () => {
    const { population, border } = await people([1, 2, 3, 4], [box(0, 3)])
    expect(population).toEqual([1, 2, 3])
    expect(border).toEqual({ whole: 0, shared: 0, beyond: 0 })
  })
  it('do not depend on borders within the country', async () => {
    expect((await people([1, 2, 3, 4], [box(0, 1.3), box(1.3, 3)])).population).toEqual([1, 2, 3])
  })
  it('without a population, cells are those whose centre is inside', () => {
    const cells = maskCells(grid, [box(0, 2.25)], [ones])
    expect([[...cells.index], cells.population, cells.shares]).toEqual([[0, 1], null, undefined])
  })
  it('are reported if a covariate has no value where they live', async () => {
    const covariates = [Float64Array.of(1, 1, Number.NaN, 1)]
    const cells = await people([100, 100, 50, 0], [box(0, 2.25)], covariates)
    expect(cells.leftOut).toEqual({ people: 50, share: 0.2, cells: 1, longitude: 2.5, latitude: 0.5 })
    const said = reportPeople(
      { ...cells, index: Int32Array.of(0, 1), population: Float64Array.of(100, 100) },
      [],
    )
    expect(said.findings).toEqual([
      {
        kind: 'left-out',
        message: expect.stringContaining(
          '50 people of the population band (20.0 %) live in 1 cell of the country where a covariate has no value',
        ),
      },
    ])
    expect(said.findings[0].message).toContain('longitude 2.500, latitude 0.500')
  })
  it('are only logged if they are few', async () => {
    const cells = await people([10_000, 100, 50, 0], [box(0, 2.25)], [Float64Array.of(1, 1, Number.NaN, 1)])
    const counted = { ...cells, index: Int32Array.of(0, 1), population: Float64Array.from(cells.population) }
    const said = reportPeople(counted, [])
    expect(said.findings).toEqual([])
    expect(said.log).toContainEqual(expect.stringContaining('50 people of the population band (0.5 %)'))
  })
  it('who live far from any unit are reported', async () => {
    const cells = await people([100, 100, 50, 0], [box(0, 2.25)])
    const counted = {
      ...cells,
      index: Int32Array.of(0, 1, 2),
      population: Float64Array.from(cells.population),
    }
    const { findings } = reportPeople(counted, [{ level: 2, cellUnit: Int32Array.of(0, 0, -1) }])
    expect(findings.map(({ message }) => message)).toEqual([
      '50 people of the population band (20.0 %) live more than 10 km from any ADM2 unit. They are part of the national figure, but of no ADM2 unit. Check the outlines of that level.',
    ])
  })
})

describe('the Nigeria sample', () => {
  it('counts each of its 200 million people, in the nation and in the units', async () => {
    const outlines = (level: string) =>
      (
        JSON.parse(readFileSync(join('samples/nigeria', `${level}.geojson`), 'utf8')) as {
          features: { geometry: Area }[]
        }
      ).features.map(({ geometry }) => geometry)
    const country = outlines('adm0')
    const file = await openRaster(bufferSource(readFileSync('samples/nigeria/nga_population.tif')))
    const opened = {
      name: 'p',
      sha256: '',
      bandIndex: 1,
      file,
      stored: { key: '', size: 0, version: '', path: '' },
    }
    const { window, grid: nigeria } = countryWindow(file.info, country)
    const all = Float64Array.from(await readBand(file, 1, window)).reduce(
      (sum, here) => sum + (here > 0 ? here : 0),
      0,
    )
    const shares = await countryShares(nigeria, country, (x, y) => samplePopulation(opened, x, y))
    const elevation = await openRaster(bufferSource(readFileSync('samples/nigeria/nga_elevation.tif')))
    const cells = maskCells(nigeria, country, [await readBand(elevation, 1, window)], shares)
    const units = outlines('adm1').map((area, unit) => ({ code: String(unit), name: String(unit), area }))
    const admin = [{ level: 1 as const, place_type: 'adm1' as const, version: '1', units }]
    const none = { longitude: new Float64Array(0), latitude: new Float64Array(0) }
    const [{ cellUnit }] = adminIndex(admin, nigeria, cells, none)
    const people = cells.population!.reduce((sum, here) => sum + here, 0)
    expect(people).toBeCloseTo(all, 3)
    expect(people).toBeGreaterThan(199_999_999)
    expect(cellUnit).not.toContain(-1)
  })
})

describe('the units of clusters', () => {
  const admin: LayerTask['admin'] = [
    {
      level: 1,
      place_type: 'adm1',
      version: '1',
      units: [
        { code: 'W', name: 'West', area: box(0, 2) },
        { code: 'E', name: 'East', area: box(2, 3) },
      ],
    },
  ]
  const cells = maskCells(grid, [box(0, 3)], [Float64Array.of(1, 1, 1, 1)])
  const unitsOf = (longitude: number[]) =>
    adminIndex(admin, grid, cells, {
      longitude: Float64Array.from(longitude),
      latitude: Float64Array.from(longitude, () => 0.5),
    })[0].clusterUnit

  it('contain them, or are the nearest within 10 km (0.09 degrees) off the coast; farther out there is none', () => {
    expect([...unitsOf([0.5, 1.9, 2.1])]).toEqual([0, 0, 1])
    expect([...unitsOf([-0.05, 3.05])]).toEqual([0, 1])
    expect([...unitsOf([-0.11, 3.11])]).toEqual([-1, -1])
  })
  it('and of cells with people are those with most of their area, else the nearest', () => {
    const none = { longitude: new Float64Array(0), latitude: new Float64Array(0) }
    const wide = { ...maskCells(grid, [box(0, 4)], [Float64Array.of(1, 1, 1, 1)]) }
    const units = [
      { code: 'W', name: 'West', area: box(0, 2.2) },
      { code: 'E', name: 'East', area: box(2.6, 3.45) },
    ]
    const index = (population: Float64Array | null) => [
      ...adminIndex([{ ...admin[0], units }], grid, { ...wide, population }, none)[0].cellUnit,
    ]
    expect(index(null)).toEqual([0, 0, -1, -1])
    expect(index(Float64Array.of(1, 1, 1, 1))).toEqual([0, 0, 1, 1])
    units[1].area = box(3.51, 3.52)
    expect(index(Float64Array.of(1, 1, 1, 1))).toEqual([0, 0, 0, 1])
  })
  it('and of cells are those that contain their centres', () => {
    const [{ cellUnit, unitCount }] = adminIndex(admin, grid, cells, {
      longitude: new Float64Array(0),
      latitude: new Float64Array(0),
    })
    expect([[...cellUnit], unitCount]).toEqual([[0, 0, 1], 2])
  })
})

describe('band values at clusters and cells', () => {
  const at = Float64Array.of(0.5, 1.5, 2.5, 3.5)
  const lat = Float64Array.of(0.5, 0.5, 0.5, 0.5)
  it('counts cells without a valid population as 0', async () => {
    const people = await band([5, Number.NaN, -3, 0])
    expect([...(await samplePopulation(people, at, lat))]).toEqual([5, 0, 0, 0])
  })
  it('keeps the clusters that have a value for every covariate', async () => {
    const bands = [await band([1, 2, 3, 4]), await band([1, Number.NaN, 3, 4])]
    const { keep, values } = await sampleCovariates(bands, at, lat)
    expect(keep).toEqual([0, 2, 3])
    expect(values.map((column) => [...column])).toEqual([
      [1, 3, 4],
      [1, 3, 4],
    ])
  })
})

describe('a band whose blocks are damaged', () => {
  it('is named, as covariate and as population', async () => {
    const content = writeCog({ ...grid, values: Float32Array.of(1, 2, 3, 4) })
    const file = await openRaster(bufferSource(content))
    const [{ offsets, counts }] = file.levels
    content.fill(0xff, offsets[0], offsets[0] + counts[0])
    const rain = { ...(await band([1, 2, 3, 4])), name: 'rain', file }
    const named = /^The band 'rain' cannot be read\. The compressed data of the raster are damaged/
    const place = Float64Array.of(0.5)
    await expect(sampleCovariates([rain], place, place)).rejects.toThrow(named)
    await expect(samplePopulation(rain, place, place)).rejects.toThrow(named)
  })
})

it('finds the units of 20,000 clusters in a jagged outline of 50,000 vertices in seconds, as one by one', () => {
  const vertices = 50_000
  const ring = Array.from({ length: vertices + 1 }, (_, i) => {
    const turn = (2 * Math.PI * (i % vertices)) / vertices
    const radius = 5 + 0.5 * Math.sin(40 * turn) + 0.01 * Math.sin(9000 * turn)
    return [10 + radius * Math.cos(turn), 5 + radius * Math.sin(turn)]
  })
  const area: Area = { type: 'Polygon', coordinates: [ring] }
  const count = 20_000
  const longitude = Float64Array.from({ length: count }, (_, i) => 4 + (12 * ((i * 7919) % count)) / count)
  const latitude = Float64Array.from({ length: count }, (_, i) => -1 + (12 * i) / count)
  const start = cpuMs()
  const unitOf = unitsOfPoints([{ code: 'a', name: 'A', area }], longitude, latitude, 0)
  expect(cpuMs() - start).toBeLessThan(6000)
  for (let i = 0; i < count; i += 97)
    expect(unitOf[i], `${longitude[i]}, ${latitude[i]}`).toBe(
      inPolygon(area, longitude[i], latitude[i]) ? 0 : -1,
    )
})
