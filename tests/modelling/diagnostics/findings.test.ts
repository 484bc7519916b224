import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { coverageFindings } from '#service/modelling/diagnostics/coverage-finding.ts'
import { isOutlier, nodataFindings, rangeText } from '#service/modelling/diagnostics/findings.ts'
import type { LayerInput } from '#service/modelling/layer-types.ts'
import { scoreCount } from '#service/modelling/likelihood/predictive.ts'
import type { Area } from '#service/geometry/point-in-polygon.ts'
import { bufferSource } from '#service/raster/tiff/byte-source.ts'
import { cellCentres } from '#service/raster/grid.ts'
import { rasterise } from '#service/raster/grids/rasterise.ts'
import { openRaster, readBand } from '#service/raster/cells/read.ts'
import { simulateCountry } from '../simulated-country.ts'

describe('a cluster that chance does not explain', () => {
  const CLUSTERS = 500
  it('is not a single case of a rare outcome, however many standard deviations that is', () => {
    const rare = scoreCount(1, 15, -7.2, 0.5)
    expect(rare.z).toBeGreaterThan(8)
    expect(isOutlier(rare, CLUSTERS)).toBe(false)
  })
  it.each([
    ['everyone where 1 % is expected', 15, 15, -4.6, 0.5, 0],
    ['everyone, although clusters differ', 15, 15, -4.6, 1.5, 0],
    ['everyone, with beta-binomial counts', 15, 15, -4.6, 0.5, 0.1],
    ['two thirds', 10, 15, -4.6, 0.7, 0],
    ['no one where 88 % is expected', 0, 400, 2, 0.1, 0],
  ])('is %s', (_, y, n, mean, sd, overdispersion) => {
    expect(isOutlier(scoreCount(y, n, mean, sd, overdispersion), CLUSTERS)).toBe(true)
  })
  it('is more than 8 standard deviations away, however unlikely', () => {
    expect(isOutlier({ z: 7.9, pitLower: 1, pitUpper: 1 }, CLUSTERS)).toBe(false)
    expect(isOutlier({ z: -8.1, pitLower: 0, pitUpper: 1e-9 }, CLUSTERS)).toBe(true)
    expect(isOutlier({ z: -8.1, pitLower: 0, pitUpper: 1e-4 }, CLUSTERS)).toBe(false)
    expect(isOutlier({ z: Number.NaN, pitLower: Number.NaN, pitUpper: Number.NaN }, CLUSTERS)).toBe(false)
  })
})

describe('a range of values', () => {
  it('has enough digits to show that its ends differ', () => {
    expect(rangeText(28.15, 28.24)).toBe('28.15 to 28.24')
    expect(rangeText(1013.2512, 1013.2519)).toBe('1013.2512 to 1013.2519')
    expect(rangeText(0, 1 / 3)).toBe('0 to 0.333')
    expect(rangeText(-5.123, 12)).toBe('-5.12 to 12')
    expect(rangeText(3, 3)).toBe('3 to 3')
  })
})

describe('a value that is probably undeclared nodata', () => {
  const found = (clusters: number[], cells: number[]) =>
    nodataFindings({
      covariateNames: ['elevation'],
      covariatesAtClusters: [Float64Array.from(clusters)],
      cells: { covariates: [Float64Array.from(cells)] },
    }).length
  it.each([
    ['is negative where nothing else is, however wide the range', [0, 900, -9999], [5200, 20000], 1],
    ['is negative, repeats and is far below a wide range', [-400, 900, -9999], [20000, -9999], 1],
    ['is far from a narrow range', [11, 12, 65535], [13], 1],
    ['is another end of a type', [11, 12, 32767], [13], 1],
    ['is one of two', [0, 900, -9999], [65535, 40], 2],
    ['is 1e20', [0, 1e20], [40], 1],
    ['is 255 in percentages', [0, 40, 255], [30], 1],
    ['is all there is', [255, 255], [255], 0],
    ['does not occur once in a wide range that goes below 0', [-400, 900], [20000, -9999], 0],
    ['does not have its like nearby', [-998, 900, -999], [-400, -999], 0],
    ['is not in the middle of the others', [-50000, 900, -9999], [20000, -9999], 0],
    ['is not the highest of a wide range', [0, 40000], [50000, 65535], 0],
  ])('%s', (_, clusters, cells, count) => {
    expect(found(clusters, cells)).toBe(count)
  })
})

/** With only the clusters that `keep` is true for. */
function surveyed(input: LayerInput, keep: (longitude: number, latitude: number) => boolean): LayerInput {
  const { longitude, latitude, id } = input.clusters
  const kept = [...id.keys()].filter((i) => keep(longitude[i], latitude[i]))
  const pick = (values: Float64Array) => Float64Array.from(kept, (i) => values[i])
  return {
    ...input,
    clusters: {
      ...input.clusters,
      id: kept.map((i) => id[i]),
      longitude: pick(longitude),
      latitude: pick(latitude),
    },
    admin: input.admin.map((level) => ({
      ...level,
      clusterUnit: Int32Array.from(kept, (i) => level.clusterUnit[i]),
    })),
  }
}

describe('a part of the country without clusters', () => {
  it.each([60, 120, 400])('is none where %i clusters cover it', (clusters) => {
    const { input } = simulateCountry({ clusters, columns: 44, rows: 36, units: 5, seed: 6 })
    expect(coverageFindings(input)).toEqual([])
    expect(coverageFindings({ ...input, cells: { ...input.cells, population: null } })).toEqual([])
  })
  it('is reported with its share and the units that have no cluster', () => {
    const { input } = simulateCountry({ clusters: 400, columns: 44, rows: 36, units: 5, seed: 6 })
    const south = surveyed(input, (_, latitude) => latitude < 7.5)
    const [{ kind, message }] = coverageFindings(south)
    expect(kind).toBe('coverage')
    expect(message).toMatch(
      /^\d\d % of the people live more than \d+ km from any cluster, .*, and [1-4] of 5 ADM1 units have no cluster\. The map extrapolates there/,
    )
    const [equal] = coverageFindings({ ...south, cells: { ...south.cells, population: null }, admin: [] })
    expect(equal.message).toMatch(/^[45]\d % of the country is more than \d+ km .* spread evenly\. The map/)
  })
  it('is no concern where no one lives', () => {
    const { input } = simulateCountry({ clusters: 400, columns: 44, rows: 36, units: 5, seed: 6 })
    const south = surveyed(input, (_, latitude) => latitude < 7.5)
    const { latitude } = south.cells
    const population = south.cells.population!.map((people, cell) => (latitude[cell] < 8 ? people : 0))
    expect(coverageFindings({ ...south, cells: { ...south.cells, population } })).toEqual([])
  })

  it('is none in the Nigeria sample, unless its north is not surveyed', async () => {
    const rows = parse(readFileSync('samples/nigeria/survey.csv'), { columns: true }) as Record<
      string,
      string
    >[]
    const column = (name: string) => Float64Array.from(rows, (row) => Number(row[name]))
    const { features } = JSON.parse(readFileSync('samples/nigeria/adm1.geojson', 'utf8')) as {
      features: { geometry: Area }[]
    }
    const file = await openRaster(bufferSource(readFileSync('samples/nigeria/nga_population.tif')))
    const { width, height } = file.info
    const people = await readBand(file, 1, { column: 0, row: 0, width, height })
    const units = rasterise(
      file.info,
      features.map(({ geometry }) => geometry),
    )
    const cells = [...units.keys()].filter((cell) => units[cell] >= 0)
    const { x, y } = cellCentres(file.info)
    const { input } = simulateCountry({ clusters: rows.length, columns: 2, rows: 2, units: 1, seed: 1 })
    const nigeria: LayerInput = {
      ...input,
      clusters: { ...input.clusters, longitude: column('longitude'), latitude: column('latitude') },
      cells: {
        longitude: Float64Array.from(cells, (cell) => x[cell]),
        latitude: Float64Array.from(cells, (cell) => y[cell]),
        covariates: [],
        population: Float64Array.from(cells, (cell) => Math.max(people[cell], 0) || 0),
      },
    }
    expect(coverageFindings(nigeria)).toEqual([])
    const [{ message }] = coverageFindings(surveyed(nigeria, (_, latitude) => latitude < 9))
    expect(message).toMatch(/^4\d % of the people live more than 10\d km from any cluster/)
  })
})
