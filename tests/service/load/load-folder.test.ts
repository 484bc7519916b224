import { existsSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq, sql } from '#drizzle'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobs, surveys } from '../../../service/db/schema.ts'
import { loadFolder } from '../../../service/load/load-folder.ts'
import {
  countryFolder,
  type CountryFolder,
  points,
  raster,
} from '../../fixtures/configuration/country-folder.ts'
import { createTestService, type TestPerson, type TestService } from '../../support/service.ts'

const TABLES = [
  'place_group_versions',
  'places',
  'assets',
  'bands',
  'collections',
  'surveys',
  'submissions',
  'jobs',
  'files',
]

async function counts(service: TestService): Promise<Record<string, number>> {
  const entries: [string, number][] = []
  for (const table of TABLES) {
    const { rows } = await service.services.db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.identifier(table)}`,
    )
    entries.push([table, rows[0].n])
  }
  return Object.fromEntries(entries)
}

describe('loadFolder', () => {
  let service: TestService
  let admin: TestPerson
  const folders: CountryFolder[] = []
  const folder = async (...args: Parameters<typeof countryFolder>) => {
    const made = await countryFolder(...args)
    folders.push(made)
    return made.path
  }

  beforeAll(async () => {
    service = await createTestService()
    admin = await service.logIn('admin')
  })
  afterAll(() => service.close())
  afterEach(async () => {
    for (const made of folders.splice(0)) await made.remove()
  })

  it('loads a folder, submits it, and changes nothing the second time', async () => {
    const path = await folder()
    const said: string[] = []
    const options = { actorId: admin.id, submit: true, say: (line: string) => said.push(line) }
    const first = await loadFolder(service.services, path, options)
    expect(first).toMatchObject({ added: 7, already: 0 })
    expect(first.submitted).toHaveLength(1)
    expect(said).toContain('Place group adm1 of TGO, version 2024: 2 places')
    expect(said).toContain('Survey water, SIM 2024, round 1: 200 clusters (simulated)')
    const before = await counts(service)
    expect(before).toMatchObject({ places: 2, assets: 3, bands: 3, collections: 1, surveys: 1, jobs: 1 })

    said.length = 0
    const second = await loadFolder(service.services, path, options)
    expect(second).toEqual({ added: 0, already: 7, submitted: [] })
    expect(said.every((line) => line.endsWith(': already there'))).toBe(true)
    expect(await counts(service)).toEqual(before)

    const [job] = await service.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.submission_id, first.submitted[0]))
    expect(job.job_key).toBe(`tgo-water-sim-2024-r1-${job.id}`)
    expect(service.sent).toEqual([job.id])
    expect(job.layer).toMatchObject({
      adm_levels: [1],
      place_group_version_ids: { adm0: null },
      seed: 1,
      folds: 5,
    })
    expect(job.layer.place_group_version_ids.adm1).toBeTypeOf('number')
    expect(job.layer.population_band_id).toBeTypeOf('number')
    const [survey] = await service.services.db.select().from(surveys)
    expect(survey.columns).toEqual({
      cluster: 'cluster',
      longitude: 'longitude',
      latitude: 'latitude',
      numerator: 'numerator',
      denominator: 'denominator',
      weight: 'weight',
    })
  })

  it.each([
    [
      'a path that leaves',
      { file: '../points.csv' },
      'The manifest names ../points.csv, which lies outside of its folder.',
    ],
    [
      'an absolute path',
      { file: '/etc/passwd' },
      'The manifest names /etc/passwd, which lies outside of its folder.',
    ],
    ['a file that is not there', { file: 'nowhere.csv' }, /has no file nowhere\.csv\.$/],
  ])('rejects %s', async (_what, change, sentence) => {
    const path = await folder((made) => {
      made.surveys = [{ ...made.surveys[0], ...change, target: 'toilets' }]
    })
    await expect(loadFolder(service.services, path, { actorId: admin.id, submit: false })).rejects.toThrow(
      sentence,
    )
  })

  it('rejects a link that leaves the folder', async () => {
    const path = await folder((made) => {
      made.surveys = [{ ...made.surveys[0], target: 'toilets', file: 'link.csv' }]
    })
    await symlink('/etc/passwd', join(path, 'link.csv'))
    await expect(loadFolder(service.services, path, { actorId: admin.id, submit: false })).rejects.toThrow(
      'The manifest names link.csv, which lies outside of its folder.',
    )
  })

  it('rejects an invalid manifest, and says where', async () => {
    const path = await folder((made) => ({ ...made, iso3_code: 'Togo' }))
    await expect(loadFolder(service.services, path, { actorId: admin.id, submit: false })).rejects.toThrow(
      'manifest.json is not valid at iso3_code: three capital letters, e.g. BEN.',
    )
  })

  it('rejects bands of different grids, a constant band and populations below 0', async () => {
    const other = { width: 12, height: 24, affine: [0.2, 0, 0.95, 0, -0.1, 8.25] as const, crs: 4326 }
    const path = await folder(
      (made) => ({
        ...made,
        bands: [
          { name: 'x_wide', file: 'wide.tif' },
          { name: 'x_flat', file: 'flat.tif' },
          { name: 'x_less', file: 'less.tif' },
        ],
        collections: [{ name: 'x', bands: ['x_wide', 'tgo_height'] }],
        submissions: [],
      }),
      {
        'wide.tif': raster((x) => x, other),
        'flat.tif': raster(() => 4),
        'less.tif': raster((x) => x - 1),
      },
    )
    const load = () => loadFolder(service.services, path, { actorId: admin.id, submit: false })
    await expect(load()).rejects.toThrow(
      "The collection 'x' cannot be made: The bands 'x_wide' (12 × 24 cells of 0.2 × 0.1) and 'tgo_height' (24 × 24 cells of 0.1 × 0.1) are on different grids.",
    )
    const made = await import('../../../service/domain/collections/create.ts')
    const create = (more: { bands: string[]; population_band?: string }) =>
      made.createCollection(service.services, { name: 'x', createdBy: admin.id, ...more })
    await expect(create({ bands: ['tgo_height', 'x_flat'] })).rejects.toThrow(
      "The band 'x_flat' is constant (4 everywhere)",
    )
    await expect(create({ bands: ['tgo_height', 'tgo_height'] })).rejects.toThrow(
      "The band 'tgo_height' appears twice.",
    )
    await expect(create({ bands: ['nothing'] })).rejects.toThrow("The band 'nothing' is not catalogued.")
    await expect(create({ bands: ['tgo_height'], population_band: 'x_less' })).rejects.toThrow(
      'has cells below 0 (down to −1)',
    )
  })

  it('rejects a survey with invalid rows, with row and reason, and leaves no file behind', async () => {
    const before = await counts(service)
    const path = await folder(
      (made) => {
        made.surveys = [{ ...made.surveys[0], target: 'toilets' }]
      },
      {
        'points.csv': points(60, (row, i) => {
          if (i === 3) row[3] = '99'
          if (i === 4) row[1] = '-20'
        }),
      },
    )
    await expect(
      loadFolder(service.services, path, { actorId: admin.id, submit: false }),
    ).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(
        /^points\.csv, row 4: the numerator 99 is above the denominator \d+\. \(2 errors in all\)$/,
      ),
      errors: [
        { row: 4, column: 'numerator' },
        {
          row: 5,
          message: expect.stringMatching(
            /^points\.csv, row 5: the point -20, .* lies \d+ km outside Togo; at most 10 km are allowed\.$/,
          ),
        },
      ],
    })
    expect(await counts(service)).toEqual(before)
  })
})

const nigeria = fileURLToPath(new URL('../../../samples/nigeria', import.meta.url))
const benin = process.env.BENCH_DATA ? join(process.env.BENCH_DATA, 'benin_stunting') : ''

describe('real folders', () => {
  let service: TestService
  let admin: TestPerson
  beforeAll(async () => {
    service = await createTestService()
    admin = await service.logIn('admin')
  })
  afterAll(() => service.close())

  it('loads the sample of Nigeria and submits its layer without a warning', async () => {
    const result = await loadFolder(service.services, nigeria, { actorId: admin.id, submit: true })
    expect(result.submitted).toHaveLength(1)
    const [job] = await service.services.db.select().from(jobs)
    expect(job.layer).toMatchObject({ iso3_code: 'NGA', adm_levels: [1] })
    expect(job.layer.place_group_version_ids.adm0).toBeTypeOf('number')
  })

  // BENCH_DATA names a folder with data that may not be distributed.
  it.skipIf(!existsSync(benin))(
    'loads Benin, whose country is the union of its departments (needs BENCH_DATA)',
    async () => {
      const result = await loadFolder(service.services, benin, { actorId: admin.id, submit: true })
      expect(result).toMatchObject({ added: 9, already: 0 })
      const [job] = await service.services.db.select().from(jobs).where(eq(jobs.iso3_code, 'BEN'))
      expect(job.layer).toMatchObject({ adm_levels: [1, 2], place_group_version_ids: { adm0: null } })
      expect(job.job_key).toBe(`ben-stunting-mbg-example-r1-${job.id}`)
    },
  )
})
