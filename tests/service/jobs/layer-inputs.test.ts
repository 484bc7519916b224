import { describe, expect, it } from 'vitest'
import { adminIndex } from '#service/domain/jobs/run-layer/admin-index.ts'
import { maskCells } from '#service/domain/jobs/run-layer/mask-cells.ts'
import type { LayerTask } from '#service/domain/jobs/run-layer/layer-task.ts'
import { sampleCovariates, samplePopulation } from '#service/domain/jobs/run-layer/sample-covariates.ts'
import { bufferSource } from '#service/raster/byte-source.ts'
import type { Grid } from '#service/raster/grid.ts'
import type { Area } from '#service/geometry/point-in-polygon.ts'
import { openRaster } from '#service/raster/read.ts'
import { writeCog } from '#service/raster/write-cog.ts'

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
