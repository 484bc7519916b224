import { eq } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Validation } from '#contract/submissions/submissions.ts'
import { bands, collections, jobs, place_group_versions, surveys } from '../../../service/db/schema.ts'
import { createSurvey } from '#service/domain/surveys/create.ts'
import { loadPoints } from '#service/domain/surveys/load-points.ts'
import { covariatesOf } from '../../../service/domain/collections/covariates-of.ts'
import { createCollection } from '../../../service/domain/collections/create.ts'
import { correlation } from '#service/raster/statistics/correlation.ts'
import { varianceInflation } from '../../../service/domain/collections/variance-inflation.ts'
import { loadRaster } from '../../../service/load/load-raster.ts'
import { loadFolder } from '../../../service/load/load-folder.ts'
import {
  countryFolder,
  districts,
  layer,
  points,
  raster,
  seeded,
} from '../../fixtures/configuration/country-folder.ts'
import { configuration, sender } from '../../fixtures/configuration/send.ts'
import { createTestService, type TestService } from '../../support/service.ts'

let service: TestService
let send: ReturnType<typeof sender>

beforeAll(async () => {
  service = await createTestService()
  const { id } = await service.logIn('staff')
  const folder = await countryFolder(
    (made) => ({
      ...made,
      bands: [
        ...made.bands,
        { name: 'tgo_twin', file: 'twin.tif' },
        { name: 'tgo_west', file: 'west.tif' },
        { name: 'eastern_half', file: 'half.tif' },
        { name: 'coarse', file: 'coarse.tif' },
        { name: 'negative', file: 'negative.tif' },
        { name: 'tgo_flat', file: 'flat.tif' },
        { name: 'tgo_spike', file: 'spike.tif' },
      ],
      collections: [
        ...made.collections,
        { name: 'tgo_twins', bands: ['tgo_height', 'tgo_rain', 'tgo_twin'] },
        { name: 'tgo_flats', bands: ['tgo_height', 'tgo_flat'] },
        { name: 'tgo_spikes', bands: ['tgo_height', 'tgo_spike'] },
        { name: 'tgo_holes', bands: ['tgo_height', 'tgo_west'] },
        { name: 'far_away', bands: ['far'] },
        { name: 'half_way', bands: ['eastern_half'] },
      ],
    }),
    {
      'twin.tif': raster((x, y) => Math.cos(y / 5) + x / 12 + 0.01 * Math.sin(x * y)),
      'west.tif': raster((x, y) => (x > 16 ? Number.NaN : Math.sin(x) + y)),
      'half.tif': raster((x, y) => x + y, {
        width: 24,
        height: 24,
        affine: [0.1, 0, 1.95, 0, -0.1, 8.25],
        crs: 4326,
      }),
      'coarse.tif': raster((x) => x, {
        width: 12,
        height: 12,
        affine: [0.2, 0, 0.95, 0, -0.2, 8.25],
        crs: 4326,
      }),
      // Constant but for a corner without clusters.
      'flat.tif': raster((x, y) => (x === 0 && y < 2 ? 2 : 1)),
      'spike.tif': raster((x, y) => (x === 0 && y === 2 ? 2 ** 40 : Math.sin(x * y))),
      'negative.tif': raster((x, y) => x * y - 5),
    },
  )
  const elsewhere = { width: 24, height: 24, affine: [0.1, 0, 40, 0, -0.1, 8.25], crs: 4326 } as const
  await loadRaster(service.services, {
    name: 'far.tif',
    source: raster((x, y) => x + y, elsewhere),
    bands: [{ name: 'far' }],
    createdBy: id,
  })
  await loadFolder(service.services, folder.path, { actorId: id, submit: true })
  await folder.remove()
})
afterAll(() => service.close())
beforeEach(async () => {
  send = sender(service, await service.logIn('staff'))
})

async function validate(layers: Record<string, unknown>[], sent: Record<string, string | Buffer> = {}) {
  const answer = await send.validate(configuration(...layers), { surveys: sent })
  expect(answer.statusCode).toBe(200)
  return answer.json<Validation>()
}
const findingsOf = async (changes: Record<string, unknown>, sent?: Record<string, string | Buffer>) =>
  (await validate([{ ...layer, ...changes }], sent)).findings

describe('validation against the catalogues', () => {
  it('passes a valid layer without findings, and returns its cells', async () => {
    const { valid, findings, columns, rows } = await validate([layer])
    expect(findings).toEqual([])
    expect(valid).toBe(true)
    expect(columns).toEqual(Object.keys(layer))
    expect(rows).toEqual([
      {
        row: 2,
        cells: Object.fromEntries(Object.entries(layer).map(([key, value]) => [key, String(value)])),
      },
    ])
  })

  it.each([
    ['iso3_code', { iso3_code: 'GHA', survey: 'p.csv' }, 'There are no outlines of Ghana.'],
    [
      'survey',
      { target: 'toilets' },
      "No survey of 'toilets' from SIM 2024 (2024-03-01), round 1, is catalogued for TGO.",
    ],
    ['survey', { survey: '4711' }, 'There is no survey 4711.'],
    [
      'survey',
      { survey: 'nowhere.csv' },
      "'nowhere.csv' is neither the id of a catalogued survey nor an attached points file.",
    ],
    [
      'stack_name',
      { stack_name: 'tgo_basics' },
      "There is no band collection 'tgo_basics'. Did you mean 'tgo_basic'?",
    ],
    ['stack_name', { stack_name: 'far_away' }, "The collection 'far_away' does not cover Togo at all."],
    ['stack_name', { stack_name: 'half_way' }, /^The collection 'half_way' covers only 5\d % of Togo/],
    ['population_band', { population_band: 'nobody' }, "There is no band 'nobody'."],
    ['population_band', { population_band: 'coarse' }, /is on a different grid from 'tgo_height'/],
    ['population_band', { population_band: 'negative' }, /has cells below 0 \(down to −5\)/],
    [
      'place_group_version',
      { place_group_version: '1999' },
      "There is no version '1999' of the admin units of Togo.",
    ],
    ['adm_levels', { adm_levels: '1,2' }, 'There are no admin units of level 2 for Togo.'],
    ['improves', { improves: 999 }, 'There is no job 999.'],
    [
      'rake_to_admin',
      { rake_to_admin: 'West=0.3;Wets=0.4' },
      "'Wets' is not the code or name of an ADM1 unit.",
    ],
    [
      'rake_to_admin',
      { rake_to_admin: 'West=0.3', rake_to: 0.3 },
      "The row has figures in both 'rake_to' and 'rake_to_admin'.",
    ],
    [
      'rake_to_admin',
      { rake_to_admin: 'W=0.3;west=0.4' },
      "The unit 'W' appears twice, by code and by name.",
    ],
  ])('rejects by %s: %o', async (column, changes, message) => {
    const sent = 'survey' in changes && changes.survey === 'p.csv' ? { 'p.csv': points(160) } : undefined
    const errors = (await findingsOf(changes, sent)).filter((finding) => finding.severity === 'error')
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ row: 2, column })
    expect(errors[0].message).toMatch(message)
  })

  it.each([
    ['iso3_code', { iso3_code: 'KEX' }, /^Did you mean KEN \(Kenya\)\?$/, 'KEN'],
    ['iso3_code', { iso3_code: 'NGR' }, /NER \(Niger\), NGA \(Nigeria\), or NOR \(Norway\)/, undefined],
    [
      'target',
      { target: `${String(layer.target)}s` },
      `Did you mean '${String(layer.target)}'?`,
      layer.target,
    ],
    ['source', { source: 'SMI' }, "Did you mean 'SIM'?", 'SIM'],
    ['source_wave', { source_wave: '20244' }, "Did you mean '2024'?", '2024'],
    ['survey', { source: 'SMI', source_wave: '20244' }, /^Surveys of TGO: /, undefined],
  ])('names what is near a mistyped %s: %o', async (column, changes, help, fix) => {
    const [error] = await findingsOf(changes)
    expect(error).toMatchObject({ severity: 'error', column, help: expect.stringMatching(help) })
    expect(error.fix).toBe(fix)
  })

  it('resolves units to rake by code and by name', async () => {
    const answer = await send.run(configuration({ ...layer, seed: 8, rake_to_admin: 'East=0.25; W=0.5' }))
    expect(answer.statusCode).toBe(200)
    const [job] = await service.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.submission_id, answer.json<{ id: number }>().id))
    expect(job.layer).toMatchObject({
      rake_to: null,
      rake_to_admin: { level: 1, figures: { E: 0.25, W: 0.5 } },
    })
  })

  it('finds the survey by id, and compares its country and target', async () => {
    const { db } = service.services
    const [{ id }] = await db.select({ id: surveys.id }).from(surveys)
    expect(await findingsOf({ survey: id })).toEqual([])
    expect(await findingsOf({ survey: id, target: 'toilets' })).toMatchObject([
      { severity: 'error', column: 'survey', message: `Survey ${id} holds 'water', not 'toilets'.` },
    ])
    expect(await findingsOf({ survey: id, source: 'DHS' })).toMatchObject([
      {
        severity: 'warning',
        column: 'source',
        message: `Survey ${id} has the source 'SIM', the layer 'DHS'.`,
      },
      {
        severity: 'warning',
        column: 'displacement',
        message: `Survey ${id} (points.csv): the survey does not say whether its coordinates are displaced, as those of 'DHS' usually are.`,
      },
    ])
  })

  it('asks which survey is meant if several match', async () => {
    const { db } = service.services
    const [{ id: _id, ...first }] = await db.select().from(surveys)
    const [other] = await db
      .insert(surveys)
      .values({ ...first, source_date: '2025-01-01' })
      .returning()
    const [finding] = await findingsOf({ source_date: '' })
    expect(finding.message).toMatch(/^2 surveys fit this layer: \d+ \(2024-03-01\), \d+ \(2025-01-01\)\.$/)
    await db.delete(surveys).where(eq(surveys.id, other.id))
    expect(await findingsOf({ source_date: '' })).toEqual([])
  })

  it('names the missing columns of a points file', async () => {
    const text = points(60).replace('longitude', 'longtitude').replace('weight', 'w')
    const findings = await findingsOf({ survey: 'p.csv', stratum: 'region' }, { 'p.csv': text })
    expect(findings).toMatchObject([
      {
        column: 'longitude',
        message: "p.csv has no column 'longitude'. Did you mean 'longtitude'?",
        fix: 'longtitude',
      },
      { column: 'stratum', message: "p.csv has no column 'region'." },
    ])
    expect(findings[0].help).toBe(
      'Name the column with the longitude; the file has: cluster, longtitude, latitude, numerator, denominator, w.',
    )
    expect(
      (await findingsOf({ survey: 'p.csv', longitude: 'longtitude' }, { 'p.csv': text })).filter(
        ({ severity }) => severity === 'error',
      ),
    ).toEqual([])
  })

  it('validates each row of the points, names file and row, and counts what it omits', async () => {
    const faults: Record<number, [number, string, RegExp]> = {
      1: [3, '-1', /row 2: the numerator -1 is below 0\.$/],
      2: [4, '0', /row 3: the denominator 0 is not above 0\.$/],
      3: [4, '', /row 4: the denominator is empty\.$/],
      4: [3, 'many', /row 5: the numerator 'many' is not a number\.$/],
      5: [5, '0', /row 6: the weight 0 is not above 0\.$/],
      6: [1, '181', /row 7: the longitude 181 is not between -180 and 180\.$/],
      7: [2, '-91', /row 8: the latitude -91 is not between -90 and 90\.$/],
      8: [0, '7', /row 9: the cluster '7' already appears in row 8\.$/],
      9: [0, '', /row 10: the cluster id is empty\.$/],
      10: [3, '1e400', /row 11: the numerator '1e400' is not a number\.$/],
      11: [4, '1000000000', /row 12: the denominator 1000000000 is not below 1,000,000,000\.$/],
    }
    const text = points(60, (row, i) => {
      const fault = faults[i]
      if (fault) row[fault[0]] = fault[1]
    })
    const errors = (await findingsOf({ survey: 'p.csv' }, { 'p.csv': text })).filter(
      (f) => f.severity === 'error',
    )
    for (const [, , message] of Object.values(faults)) {
      expect(
        errors.some((error) => message.test(error.message)),
        String(message),
      ).toBe(true)
    }
    expect(
      errors.every(({ column, row }) => (column === 'survey' || column === 'remedies') && row === 2),
    ).toBe(true)
    expect(errors.flatMap(({ fix }) => fix ?? [])).toEqual(['number-ids'])

    const all = await findingsOf({ survey: 'p.csv' }, { 'p.csv': points(3000, (row) => (row[3] = '-1')) })
    expect(all).toHaveLength(41)
    expect(all[40].message).toBe('p.csv: 2,960 more errors in its rows.')
  })

  it('accepts a point 10 km outside, but not 12', async () => {
    const at = (longitude: string) => points(160, (row, i) => i === 1 && row.splice(1, 2, longitude, '7'))
    expect(await findingsOf({ survey: 'p.csv' }, { 'p.csv': at('3.085') })).toEqual([])
    expect((await findingsOf({ survey: 'p.csv' }, { 'p.csv': at('3.11') }))[0].message).toBe(
      'p.csv, row 2: the point 3.11, 7 lies 12.1 km outside Togo; at most 10 km are allowed.',
    )
  })

  it('warns of an urban column that the model cannot use', async () => {
    const [header, ...rows] = points(160).trim().split('\n')
    const marked = [`${header},urban`, ...rows.map((row, i) => `${row},${i === 1 ? 'rurban' : 'rural'}`)]
    expect(await findingsOf({ survey: 'p.csv' }, { 'p.csv': marked.join('\n') })).toMatchObject([
      {
        severity: 'warning',
        column: 'survey',
        message: expect.stringMatching(/^p\.csv, row 3: 'rurban' is neither urban nor rural/),
      },
    ])
  })

  describe('urban clusters without weights', () => {
    const marked = (weight: string | null, urban: (row: number) => string = (row) => (row % 2 ? 'U' : 'R')) =>
      points(160)
        .trim()
        .split('\n')
        .map((line, i) => {
          const cells = line.split(',')
          if (weight === null) cells.splice(5, 1)
          else if (i > 0 && weight !== '') cells[5] = weight
          return [...cells, i === 0 ? 'urban' : urban(i)].join(',')
        })
        .join('\n')
    const ask = (file: string, cells: Record<string, string> = {}) =>
      findingsOf({ survey: 'p.csv', ...cells }, { 'p.csv': file })

    it.each([
      ['there is no column of weights', null, 'no weights'],
      ['all weights are 1', '1', "the same weight ('weight') for every cluster"],
    ])('asks for the urban share if %s', async (_, weight, known) => {
      expect(await ask(marked(weight))).toEqual([
        {
          severity: 'error',
          row: 2,
          column: 'urban_share',
          message:
            'Give weights, or the urban share of the population: urban_share; or state that towns were not oversampled: urban_share = sample',
          help: expect.stringContaining(`('urban') and has ${known}, so`) as string,
          fix: 'sample',
        },
      ])
    })

    it.each([
      ['the layer gives the share', null, { urban_share: '0.3' }],
      ['the layer states that towns were not oversampled', null, { urban_share: 'sample' }],
      ['the survey has weights', '', {}],
    ] as const)('does not ask if %s', async (_, weight, cells) => {
      expect(await ask(marked(weight), cells)).toEqual([])
    })

    it('does not ask where all clusters are of one kind, or the marks cannot be used', async () => {
      expect(await ask(marked(null, () => 'R'))).toEqual([])
      expect(await ask(marked(null, (row) => (row % 2 ? 'U' : '?')))).toMatchObject([
        { severity: 'warning', column: 'survey' },
      ])
    })

    it('stores the answer with the layer', async () => {
      const changes = { survey: 'p.csv', target: 'towns', urban_share: 'SAMPLE' }
      const answer = await send.run(configuration({ ...layer, ...changes }), {
        surveys: { 'p.csv': marked(null) },
      })
      expect(answer.statusCode).toBe(200)
      const { db } = service.services
      const [job] = await db.select().from(jobs).where(eq(jobs.submission_id, answer.json().id))
      expect(job!.layer.urban_share).toBe('sample')
    })
  })

  it('warns of few clusters, of clusters and cells without covariates, and of collinear covariates', async () => {
    expect(await findingsOf({ survey: 'p.csv' }, { 'p.csv': points(149) })).toMatchObject([
      {
        severity: 'warning',
        column: 'survey',
        message: 'p.csv has only 149 clusters; below 150 the surface is weakly determined.',
      },
    ])
    const holes = await findingsOf({ stack_name: 'tgo_holes' })
    expect(holes.map(({ severity }) => severity)).toEqual(['warning', 'warning'])
    expect(holes[0].message).toMatch(/^\d\d % of the cells of Togo have no value in some band of 'tgo_holes'/)
    expect(holes[1].message).toMatch(/^\d+ of 200 clusters \(\d+(\.\d)? %\) have no covariates within 10 km/)
    const twins = await findingsOf({ stack_name: 'tgo_twins' })
    expect(twins.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^The band 'tgo_rain' largely repeats the others \(variance inflation factor [\d.]+, above 10\)\.$/,
      ),
      expect.stringMatching(/^The band 'tgo_twin' largely repeats the others/),
    ])
    expect((await validate([{ ...layer, stack_name: 'tgo_twins' }])).valid).toBe(true)
  })

  it('warns of a covariate whose cells are classes', async () => {
    const { services } = service
    await loadRaster(services, {
      name: 'cover.tif',
      source: raster((x, y) => (x * 7 + y * 3) % 5),
      bands: [{ name: 'cover', iso3_code: 'TGO' }],
      createdBy: null,
    })
    const classes = [0, 1, 2, 3, 4].map((value) => ({ value, colour: '#000000', cells: 115 }))
    const [{ statistics }] = await services.db.select().from(bands).where(eq(bands.name, 'cover'))
    await services.db
      .update(bands)
      .set({ statistics: { ...statistics, classes }, categorical: true })
      .where(eq(bands.name, 'cover'))
    const given = ['tgo_height', 'cover']
    await createCollection(services, { name: 'tgo_cover', bands: given, createdBy: null })
    expect(await findingsOf({ stack_name: 'tgo_cover' })).toMatchObject([
      {
        severity: 'warning',
        column: 'stack_name',
        message: "The cells of the band 'cover' are 5 classes, but a model uses their numbers as quantities.",
        help: expect.stringMatching(/^Use an indicator band per class/),
      },
    ])
    expect((await validate([{ ...layer, stack_name: 'tgo_cover' }])).valid).toBe(true)
  })

  it('uses the year of a series that is nearest to the survey, and reports a large gap', async () => {
    const { services } = service
    for (const year of [2010, 2016])
      await loadRaster(services, {
        name: `green_${year}.tif`,
        source: raster((x, y) => Math.sin((x * year) / 4000) + Math.cos(y)),
        bands: [{ name: `green_${year}`, year, iso3_code: 'TGO' }],
        createdBy: null,
      })
    const bands = ['tgo_height', { series: 'green', bands: ['green_2010', 'green_2016'] }]
    const made = await createCollection(services, { name: 'tgo_yearly', bands, createdBy: null })
    expect(await findingsOf({ stack_name: 'tgo_yearly' })).toMatchObject([
      {
        severity: 'warning',
        column: 'stack_name',
        message: "The covariate 'green' is of 2016, 8 years from the survey of 2024.",
      },
    ])
    const file = { 'p.csv': points(160) }
    const undated = { stack_name: 'tgo_yearly', survey: 'p.csv', source_date: '', source_wave: 'first' }
    expect(await findingsOf(undated, file)).toMatchObject([
      {
        severity: 'warning',
        column: 'source_date',
        message: 'The survey has no year, so the latest of each series is used: green 2016.',
      },
    ])
    expect(await findingsOf({ ...undated, source_wave: '2012-13' }, file)).toEqual([])
    const names = async (year: number | null) =>
      (
        await covariatesOf(services.db, { collection_id: made.id, stack_version: 1, covariate_year: year })
      ).map(({ band }) => band)
    expect(await names(2012)).toEqual(['tgo_height', 'green_2010'])
    expect(await names(2013)).toEqual(['tgo_height', 'green_2010'])
    expect(await names(2014)).toEqual(['tgo_height', 'green_2016'])
    expect(await names(null)).toEqual(['tgo_height', 'green_2016'])
  })

  it('takes the version of the collection that a row names', async () => {
    expect(await findingsOf({ stack_version: 1 })).toEqual([])
    expect(await findingsOf({ stack_version: 9 })).toMatchObject([
      {
        severity: 'error',
        column: 'stack_version',
        message: "The collection 'tgo_basic' has no version 9; its current one is 1.",
      },
    ])
  })

  it('rejects a covariate with the same value at every cluster', async () => {
    expect(await findingsOf({ stack_name: 'tgo_flats' })).toMatchObject([
      {
        severity: 'error',
        column: 'stack_name',
        message: "The band 'tgo_flat' has the same value at every cluster, so it explains nothing.",
      },
    ])
  })
  it('validates the means around displaced clusters', async () => {
    const sent = { 'p.csv': points(160, (row, i) => i === 1 && row.splice(1, 2, '1.02', '8.04')) }
    const near = { stack_name: 'tgo_flats', survey: 'p.csv' }
    expect(await findingsOf(near, sent)).toMatchObject([{ severity: 'error', column: 'stack_name' }])
    expect(await findingsOf({ ...near, displacement: 'dhs' }, sent)).toEqual([])
  })

  it.each([
    [
      'the same proportion everywhere',
      points(160, (row) => row.splice(3, 2, '5', '20')),
      'Every cluster has the same proportion (25 %), so there is nothing to model.',
    ],
    [
      'one place',
      points(160, (row) => row.splice(1, 2, '1.2', '7')),
      'p.csv: all clusters are at the same place.',
    ],
  ])('rejects a survey that no model can be fitted to: %s', async (_what, text, message) => {
    expect(await findingsOf({ survey: 'p.csv' }, { 'p.csv': text })).toMatchObject([
      { severity: 'error', column: 'survey', message },
    ])
  })

  it.each(['0', '20'])('accepts %s of 20 affected in every cluster', async (numerator) => {
    const text = points(160, (row) => row.splice(3, 2, numerator, '20'))
    expect(await findingsOf({ survey: 'p.csv' }, { 'p.csv': text })).toEqual([])
  })

  it('warns of a value far from all others, in a band and at a cluster', async () => {
    const sent = { 'p.csv': points(160, (row, i) => i === 1 && row.splice(1, 2, '1.02', '8.04')) }
    const found = await findingsOf({ stack_name: 'tgo_spikes', survey: 'p.csv' }, sent)
    expect(found.map(({ severity, column, message }) => [severity, column, message])).toEqual([
      [
        'warning',
        'stack_name',
        "The largest value of the band 'tgo_spike' is 1099511627776, more than 15 standard deviations from all others.",
      ],
      [
        'warning',
        'stack_name',
        expect.stringMatching(
          /^The band 'tgo_spike' has the value \d+ at one cluster, more than a million standard deviations from all others\.$/,
        ),
      ],
    ])
  })

  it.each(['', 'tgo_people'])(
    "rejects a population with a value that no quantity has, the collection's own too: '%s'",
    async (population) => {
      const { db } = service.services
      const [band] = await db.select().from(bands).where(eq(bands.name, 'tgo_people'))
      const statistics = { ...band.statistics, max: 3.4028234663852886e38 }
      await db.update(bands).set({ statistics }).where(eq(bands.id, band.id))
      const found = await findingsOf({ population_band: population })
      await db.update(bands).set({ statistics: band.statistics }).where(eq(bands.id, band.id))
      expect(found).toMatchObject([
        {
          severity: 'error',
          column: 'population_band',
          message: expect.stringMatching(
            /^The band 'tgo_people' has the value '3\.4\d+e\+38', which is too large for any quantity/,
          ) as string,
        },
      ])
    },
  )

  it('rejects a collection that no longer fits', async () => {
    const { db } = service.services
    const [band] = await db.select().from(bands).where(eq(bands.name, 'tgo_rain'))
    await db
      .update(bands)
      .set({ statistics: { ...band.statistics, min: 3, max: 3 } })
      .where(eq(bands.id, band.id))
    const [finding] = await findingsOf({})
    await db.update(bands).set({ statistics: band.statistics }).where(eq(bands.id, band.id))
    expect(finding).toMatchObject({ severity: 'error', column: 'stack_name' })
    expect(finding.message).toMatch(
      /^The collection 'tgo_basic' cannot be used: The band 'tgo_rain' is constant/,
    )
  })

  it('requires 50 clusters, not 49', async () => {
    const errorsOf = async (clusters: number) =>
      (await findingsOf({ survey: 'p.csv' }, { 'p.csv': points(clusters) })).filter(
        ({ severity }) => severity === 'error',
      )
    expect(await errorsOf(50)).toEqual([])
    expect(await errorsOf(49)).toMatchObject([{ message: expect.stringMatching(/49 clusters are too few/) }])
  })

  it('validates the job that a layer improves', async () => {
    const { db } = service.services
    const [job] = await db.select().from(jobs)
    for (const status of ['pending', 'running', 'failed', 'cancelled'] as const) {
      const reason = status === 'failed' ? 'It failed.' : null
      await db.update(jobs).set({ status, reason }).where(eq(jobs.id, job.id))
      expect((await findingsOf({ improves: job.id, seed: 2 }))[0].message).toBe(
        `Job ${job.id} is ${status}; only a completed job can be improved.`,
      )
    }
    await db.update(jobs).set({ status: 'completed' }).where(eq(jobs.id, job.id))
    expect((await findingsOf({ improves: job.id }))[0].message).toBe(
      `Job ${job.id} already has this exact configuration.`,
    )
    expect(
      (await findingsOf({ improves: job.id, data_description: 'Text alone', tags: 'x' }))[0].message,
    ).toMatch(/already has this exact configuration/)
    expect(await findingsOf({ improves: job.id, seed: 2 })).toEqual([])
    const other = await findingsOf(
      { improves: job.id, round: '2', survey: 'p.csv' },
      { 'p.csv': points(160) },
    )
    expect(other).toMatchObject([
      { column: 'improves', message: `Job ${job.id} is of another layer: round '1' instead of '2'.` },
    ])
    expect(await findingsOf({ improves: job.id, survey: 'p.csv' }, { 'p.csv': points(160) })).toEqual([])
  })

  it('reports a points file that no row names, and rejects two with the same name', async () => {
    expect((await validate([layer], { 'p.csv': points(160) })).findings).toMatchObject([
      {
        severity: 'warning',
        row: null,
        column: 'survey',
        message: 'The points file p.csv is attached, but no row names it.',
      },
    ])
    const twice = await send.validate(configuration(layer), {
      surveys: { 'p.csv': points(60), 'P.csv': points(60) },
    })
    expect(twice.statusCode).toBe(422)
  })

  describe('points whose places are wrong as a whole', () => {
    const swapped = points(160, (row) => ([row[1], row[2]] = [row[2]!, row[1]!]))
    const sent = { 'p.csv': swapped }
    const jobOf = async (changes: object, surveys?: Record<string, string>) => {
      const answer = await send.run(configuration({ ...layer, ...changes }), { surveys })
      expect(answer.statusCode).toBe(200)
      const [job] = await service.services.db
        .select()
        .from(jobs)
        .where(eq(jobs.submission_id, answer.json().id))
      return job!
    }
    const clustersOf = async ({ survey_id, points_file_id, layer }: typeof jobs.$inferSelect) => {
      const { db, files } = service.services
      const survey =
        survey_id === null
          ? null
          : ((await db.query.surveys.findFirst({ where: eq(surveys.id, survey_id) })) ?? null)
      const file = await db.query.files.findFirst({
        where: (one) => eq(one.id, points_file_id ?? survey!.file_id),
      })
      const source = {
        file: file!,
        columns: layer.columns,
        remedies: layer.remedies,
        survey,
      }
      return loadPoints({ db, files }, source, { personId: null })
    }
    const [longitude, latitude] = points(160).split('\n')[1]!.split(',').slice(1, 3).map(Number)

    it('are one finding, which its fix resolves; the layer is run with it', async () => {
      expect(await findingsOf({ survey: 'p.csv' }, sent)).toEqual([
        {
          severity: 'error',
          row: 2,
          column: 'remedies',
          message: 'p.csv: all 160 clusters fit Togo if longitude and latitude are swapped.',
          help: "Correct the file, or give the remedy 'swap': the file is then kept as it is, and read so.",
          fix: 'swap',
        },
      ])
      const fixed = { survey: 'p.csv', remedies: 'Swap', target: 'turned' }
      expect(await findingsOf(fixed, sent)).toEqual([
        {
          severity: 'warning',
          row: 2,
          column: 'survey',
          message: 'p.csv: longitude and latitude are swapped; the file is kept as it was sent.',
        },
      ])
      const job = await jobOf(fixed, sent)
      expect(job.layer.remedies).toEqual([{ remedy: 'swap', rows: [] }])
      const read = await clustersOf(job)
      expect([read.longitude[0], read.latitude[0]]).toEqual([longitude, latitude])
    })
    it('of a catalogued survey are corrected as at its import, unless the layer reads other columns', async () => {
      const { id } = await createSurvey(service.services, {
        iso3_code: 'TGO',
        source: 'SIM',
        source_wave: '2024',
        source_date: null,
        round: '1',
        target: 'turned',
        columns: {},
        remedies: ['swap'],
        file: { name: 'p.csv', content: Buffer.from(swapped) },
        createdBy: null,
      })
      const changes = { survey: id, target: 'turned', source_date: '' }
      const job = await jobOf(changes)
      expect(job.layer.remedies).toEqual([{ remedy: 'swap', rows: [] }])
      expect((await clustersOf(job)).longitude[0]).toBe(longitude)
      const other = { ...changes, longitude: 'latitude', latitude: 'longitude', seed: 5 }
      const turned = await jobOf(other)
      expect(turned.layer.remedies).toEqual([])
      expect((await clustersOf(turned)).longitude[0]).toBe(longitude)
    })
  })

  it('a layer says how coordinates are displaced, else its survey does; of an attached file it is not known', async () => {
    const survey = {
      iso3_code: 'TGO',
      source: 'DHS',
      source_wave: '2013',
      source_date: null,
      round: '1',
      columns: {},
      file: { name: 'p.csv', content: Buffer.from(points(160)) },
      createdBy: null,
    }
    const known = { ...survey, target: 'displaced', displacement: 'dhs' } as const
    const { id } = await createSurvey(service.services, known)
    const catalogued = {
      survey: id,
      target: 'displaced',
      source: 'DHS',
      source_wave: '2013',
      source_date: '',
    }
    const displacementOf = async (changes: object) => {
      const answer = await send.run(configuration({ ...layer, ...changes }), {
        surveys: { 'p.csv': points(160) },
      })
      expect(answer.statusCode).toBe(200)
      const { db } = service.services
      const [job] = await db.select().from(jobs).where(eq(jobs.submission_id, answer.json().id))
      return job!.layer.displacement
    }
    expect(await displacementOf(catalogued)).toBe('dhs')
    expect(await displacementOf({ ...catalogued, displacement: 'None' })).toBe('none')
    const attached = { survey: 'p.csv', target: 'attached' }
    expect(await displacementOf(attached)).toBe(null)
    expect(await displacementOf({ ...attached, displacement: 'dhs' })).toBe('dhs')
    expect(await findingsOf(catalogued)).toEqual([])
    expect(await findingsOf({ ...catalogued, displacement: 'none' })).toEqual([])
  })

  it('rejects points that are not a table, in one sentence', async () => {
    for (const [content, message] of [
      ['', "The points file 'p.csv' is empty; it needs a header row and one row for each cluster."],
      [
        Buffer.from([1, 0, 2]),
        "The points file 'p.csv' is neither a workbook nor text; send a .csv, .xlsx or .dta file.",
      ],
      [Buffer.from([0xe9, 0x0a]), /^The points file 'p\.csv' is not UTF-8 text/],
      [
        'cluster,longitude,latitude,numerator,denominator\n',
        /^p\.csv: the file has a header but no clusters\.$/,
      ],
      [points(60_001), /^The points file 'p\.csv' has more than 60,000 rows/],
    ] as const) {
      const [finding] = await findingsOf({ survey: 'p.csv' }, { 'p.csv': content })
      expect(finding).toMatchObject({ severity: 'error', column: 'survey' })
      expect(finding.message).toMatch(message)
    }
  })

  it('loads each survey once, however many rows name it, and lists its errors once', async () => {
    const layers = Array.from({ length: 1000 }, (_, i) => ({ ...layer, seed: i }))
    expect(await validate(layers)).toMatchObject({ valid: true, findings: [] })
    const wrong = points(60, (row, i) => i === 1 && (row[3] = '99'))
    const { findings } = await validate(
      layers.slice(0, 3).map((one) => ({ ...one, survey: 'p.csv' })),
      { 'p.csv': wrong },
    )
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ row, message }) => [row, message])).toEqual([
      [2, expect.stringMatching(/^p\.csv, row 2: the numerator 99 is above/)],
      [3, 'p.csv has errors; they are listed at row 2.'],
      [4, 'p.csv has errors; they are listed at row 2.'],
    ])
  })
})

describe('versions of admin units', () => {
  it('a named version is used for mask and table', async () => {
    const { createPlaceGroup } = await import('../../../service/domain/place-groups/create.ts')
    const content = Buffer.from(JSON.stringify(districts))
    const make = (version: string, place_type: 'adm0' | 'adm1' | 'adm2', is_default: boolean) =>
      createPlaceGroup(service.services, {
        iso3_code: 'TGO',
        place_type,
        version,
        is_default,
        properties: { name: 'name', code: 'code' },
        file: { name: 'd.geojson', content },
      })
    const { id } = await make('2030', 'adm2', false)
    expect(await findingsOf({ place_group_version: '2030', adm_levels: '2' })).toEqual([])
    const answer = await send.run(configuration({ ...layer, seed: 7, place_group_version: '2030' }))
    const [job] = await service.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.submission_id, answer.json<{ id: number }>().id))
    expect(job.layer).toMatchObject({ adm_levels: [2], place_group_version_ids: { adm0: null, adm2: id } })
    expect(await findingsOf({ place_group_version: '2030', adm_levels: '1' })).toMatchObject([
      {
        column: 'adm_levels',
        message: "There are no admin units of level 1 for Togo in the version '2030'.",
      },
    ])
    await make('2031', 'adm1', true)
    const versions = await service.services.db
      .select()
      .from(place_group_versions)
      .where(eq(place_group_versions.place_type, 'adm1'))
    expect(versions.filter(({ is_default }) => is_default).map(({ version }) => version)).toEqual(['2031'])
    await expect(make('2031', 'adm1', true)).rejects.toThrow(
      "The version '2031' of adm1 of TGO already exists; choose another name.",
    )
  })
})

describe('variance inflation', () => {
  it('is 1 for independent covariates, 1/(1-r²) for two, infinite for a sum', () => {
    const random = seeded(3)
    const a = Float64Array.from({ length: 4000 }, random)
    const b = Float64Array.from({ length: 4000 }, random)
    for (const factor of varianceInflation([a, b])) expect(factor).toBeCloseTo(1, 2)
    const c = a.map((value, i) => value + b[i])
    const [fa, fc] = varianceInflation([a, c])
    expect(fa).toBeCloseTo(2, 0)
    expect(fc).toBeCloseTo(fa, 8)
    expect(varianceInflation([a, b, c]).some((factor) => factor > 1e6)).toBe(true)
    expect(varianceInflation([])).toEqual([])
  })
  // Σ(x − x̄)(y − ȳ) = 37 and Σ(x − x̄)² = Σ(y − ȳ)² = 42, so 1 / (1 − (37/42)²) = 1764/395.
  it.each([0, 1e9, -1e9])('is precise with an offset of %d and small variation', (offset) => {
    const column = (eight: number[]) =>
      Float64Array.from({ length: 2400 }, (_, i) => offset + eight[i % 8] * 2 ** -20)
    const one = column([0, 1, 2, 3, 4, 5, 6, 7])
    const two = column([1, 0, 2, 5, 3, 4, 7, 6])
    for (const factor of varianceInflation([one, two])) expect(factor).toBeCloseTo(1764 / 395, 9)
    expect(correlation(one, two)).toBeCloseTo(37 / 42, 12)
    expect(varianceInflation([one, column([1, 1, 1, 1, 1, 1, 1, 1])])).toEqual([
      expect.closeTo(1, 9),
      Infinity,
    ])
  })
})

it('shows values under an unknown heading, and names the heading', async () => {
  const { rows, findings } = await validate([{ ...layer, remark: 'by hand' }])
  expect(rows[0].cells).toMatchObject({ target: layer.target, remark: 'by hand' })
  expect(findings).toMatchObject([{ row: 1, column: 'remark', message: "The column 'remark' is not known." }])
})

describe('with empty catalogues', () => {
  let empty: TestService
  beforeAll(async () => {
    empty = await createTestService()
  })
  afterAll(() => empty.close())

  it('says how to load the sample', async () => {
    const fresh = sender(empty, await empty.logIn('staff'))
    for (const changes of [{}, { survey: '7' }]) {
      const answer = await fresh.validate(configuration({ ...layer, ...changes }))
      const { findings } = answer.json<Validation>()
      for (const column of ['survey', 'stack_name']) {
        const finding = findings.find((one) => one.column === column)
        expect(finding?.help, column).toContain("'npm run load -- samples/nigeria'")
      }
    }
  })
})

it('leaves the catalogues unchanged', async () => {
  expect(await service.services.db.select().from(collections)).toHaveLength(9)
})
