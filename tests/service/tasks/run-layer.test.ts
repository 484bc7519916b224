import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { eq } from '#drizzle'
import type { Answer } from '#contract/endpoint.ts'
import { intervalOmissions } from '#common/interval-omissions.ts'
import type { getJobClusters, getJobValue, listJobAdmData } from '#contract/jobs/job-outputs.ts'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bands, file_crcs, files, job_outputs, jobs } from '#service/db/schema.ts'
import { codeVersion } from '#service/code-version.ts'
import { findOutput } from '#service/domain/outputs/find-output.ts'
import { type RunningWorker, startWorker } from '#service/tasks/worker.ts'
import { readRaster } from '#service/raster/cells/read.ts'
import { type LayerFixture, createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { waitUntilEnded } from '../../support/jobs/wait-for-job.ts'
import { sendLayers } from '#service/domain/jobs/run-layer/send-layers.ts'

let service: TestService
let owner: TestPerson
let fixture: LayerFixture
let worker: RunningWorker
let first: number
let second: number

async function submit(changes: Parameters<LayerFixture['addJob']>[0] = {}): Promise<number> {
  const { db, queue } = service.services
  const id = await fixture.addJob(changes)
  await db.transaction((tx) => sendLayers(queue, tx, [id]))
  return id
}

async function bytesOf(jobId: number, type: Parameters<typeof findOutput>[2]): Promise<Buffer> {
  const { db, files } = service.services
  return files.readAll((await findOutput(db, jobId, type)).key)
}

async function admDataOf(jobId: number) {
  const answer = await service.inject({
    url: `/modeling/v1/jobs/layer-tracker/${jobId}/adm-data`,
    headers: owner.headers,
  })
  return answer.json<Answer<typeof listJobAdmData>>().content
}

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
  service.services.config.commit = 'c0ffee'
  owner = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, owner.id)
  await service.services.db
    .update(bands)
    .set({ unit: 'm', source: 'SRTM', year: 2000 })
    .where(eq(bands.name, 'tst_height'))
  worker = await startWorker(service.services)
  first = await submit()
  second = await submit()
  await waitUntilEnded(service.services.db, [first, second])
}, 60_000)
afterAll(async () => {
  await worker.stop()
  await service.close()
})

describe('the stored outputs of a layer', () => {
  it('have their checksums, so that a zip reads each file once', async () => {
    const { db, files: store } = service.services
    const rows = await db
      .select({ key: files.key, sha256: files.sha256, crc32: file_crcs.crc32 })
      .from(job_outputs)
      .innerJoin(files, eq(files.id, job_outputs.file_id))
      .innerJoin(file_crcs, eq(file_crcs.file_id, files.id))
      .where(eq(job_outputs.job_id, first))
    expect(rows).toHaveLength(16)
    for (const row of rows) {
      const content = await store.readAll(row.key)
      expect(row).toMatchObject({
        sha256: createHash('sha256').update(content).digest('hex'),
        crc32: crc32(content),
      })
    }
  })
})

describe('a layer from the queue to its report', () => {
  it('is completed with surfaces, admin estimates and diagnostics', async () => {
    const [job] = await service.services.db.select().from(jobs).where(eq(jobs.id, first))
    expect(job.reason).toBeNull()
    expect(job).toMatchObject({ status: 'completed', attempt: 1, fraction: 1, step: null })
    expect(job.datetime_finished!.getTime()).toBeGreaterThanOrEqual(job.datetime_started!.getTime())

    const report = await service.inject({
      url: `/modeling/v1/jobs/by-key/${job.job_key}`,
      headers: owner.headers,
    })
    expect(report.statusCode).toBe(200)
    const body = report.json()
    expect(body).toMatchObject({ simulated: true, note: 'Simulated for a test.', country: 'Testland' })
    expect(body.outputs.map((output: { type: string }) => output.type)).toEqual([
      'mean',
      'lower',
      'upper',
      'sd',
      'exceedance',
      'people',
      'adm',
      'clusters-cv',
      'cells',
      'posterior',
      'diagnostics',
      'provenance',
      'methods',
      'log',
    ])
    expect(body.bounds[0]).toBeCloseTo(0.95)
    expect(body.surfaces.mean.histogram.reduce((a: number, b: number) => a + b)).toBeGreaterThan(300)
    expect(body.diagnostics.seconds).toBeGreaterThan(0)
    expect(body.diagnostics.peak_memory_mb).toBeGreaterThan(20)
    expect(body.diagnostics.interval_omissions).toEqual(intervalOmissions(body.diagnostics))
    expect(body.diagnostics.interval_omissions[0].source).toBe('Population')
    expect(body.place_groups).toHaveLength(2)

    const units = await admDataOf(first)
    expect(units.map(({ name }) => name)).toEqual(['=West', 'East'])
    for (const unit of units) {
      expect(unit.modelled).toBeGreaterThan(unit.modelled_lower!)
      expect(unit.modelled).toBeLessThan(unit.modelled_upper!)
      expect(unit.clusters).toBeGreaterThan(10)
    }
  })

  it('answers what decisions need, as in adm.csv', async () => {
    const content = await admDataOf(first)
    expect(new Set(content.map(({ rank }) => rank))).toEqual(new Set([1, 2]))
    expect(content[0].highest! + content[1].highest!).toBeCloseTo(1, 9)
    // A fifth of two units is one.
    for (const unit of content) {
      expect(unit.highest_fifth).toBe(unit.highest)
      expect(unit.highest_fifth! + unit.lowest_fifth!).toBeCloseTo(1, 9)
    }
    for (const unit of content) {
      expect(unit.affected! / unit.people!).toBeCloseTo(unit.modelled!, 2)
      expect(unit.affected_lower!).toBeLessThan(unit.affected!)
      expect(unit.affected_upper!).toBeGreaterThan(unit.affected!)
      expect(unit.exceedance!).toBeGreaterThanOrEqual(0)
      expect(unit.exceedance!).toBeLessThanOrEqual(1)
    }
    const csv = (await bytesOf(first, 'adm')).toString()
    expect(csv).toContain(`,${content[0].affected},${content[0].affected_lower},`)
  })

  it('answers its clusters as points with what was observed and predicted without them', async () => {
    const answer = await service.inject({
      url: `/modeling/v1/jobs/${first}/clusters`,
      headers: owner.headers,
    })
    expect(answer.statusCode).toBe(200)
    const { features } = answer.json<Answer<typeof getJobClusters>>()
    expect(features).toHaveLength(60)
    for (const { properties: one, geometry } of features) {
      expect(one.observed).toBeCloseTo(one.numerator / one.denominator, 12)
      expect(one.held_out!).toBeGreaterThanOrEqual(one.held_out_lower!)
      expect(one.held_out!).toBeLessThanOrEqual(one.held_out_upper!)
      expect(geometry.coordinates[0]).toBeGreaterThan(0.9)
    }
    const few = await service.inject({
      url: `/modeling/v1/jobs/${first}/clusters?max=4`,
      headers: owner.headers,
    })
    expect(few.json<Answer<typeof getJobClusters>>().features).toEqual(
      [0, 15, 30, 45].map((row) => features[row]),
    )
    const pending = await service.inject({ url: '/modeling/v1/jobs/999999/clusters', headers: owner.headers })
    expect(pending.statusCode).toBe(404)
  })

  it('shows the probability of exceeding the threshold as a surface', async () => {
    const [{ surfaces }] = await service.services.db.select().from(jobs).where(eq(jobs.id, first))
    expect(surfaces!.exceedance!.min).toBeGreaterThanOrEqual(0)
    expect(surfaces!.exceedance!.max).toBeLessThanOrEqual(1)
    const value = await service.inject({
      url: `/modeling/v1/jobs/${first}/value?longitude=2&latitude=7`,
      headers: owner.headers,
    })
    const { exceedance } = value.json<Answer<typeof getJobValue>>()
    const tile = await service.inject({
      url: `/modeling/v1/jobs/${first}/tiles/exceedance/5/16/15?min=0&max=1`,
      headers: owner.headers,
    })
    expect(tile.statusCode).toBe(200)
    expect(exceedance!).toBeGreaterThanOrEqual(0)
    expect(exceedance!).toBeLessThanOrEqual(1)
  })

  it('shows the expected number of people as a surface, whose colours end below its few full cells', async () => {
    const [{ surfaces }] = await service.services.db.select().from(jobs).where(eq(jobs.id, first))
    const { min, max, mean, highest, histogram } = surfaces!.people!
    expect(min).toBe(0)
    expect(max).toBeGreaterThan(mean)
    expect(highest).toBeGreaterThanOrEqual(max)
    expect(histogram.reduce((a, b) => a + b)).toBe(surfaces!.mean.histogram.reduce((a, b) => a + b))
    const get = (url: string) =>
      service.inject({ url: `/modeling/v1/jobs/${first}/${url}`, headers: owner.headers })
    expect((await get('tiles/people/5/16/15?min=0&max=9&ramp=ylgnbu')).statusCode).toBe(200)
    const { people } = (await get('value?longitude=2&latitude=7')).json<Answer<typeof getJobValue>>()
    expect(people!).toBeGreaterThanOrEqual(0)
    expect(people!).toBeLessThanOrEqual(highest)
    // Its differences are not shares.
    expect((await get(`difference/${second}/people`)).statusCode).toBe(422)
  })

  it("writes surfaces on the collection's grid, with nodata outside the country and where a covariate is missing", async () => {
    const mean = await readRaster(await bytesOf(first, 'mean'))
    const width = await readRaster(await bytesOf(first, 'width'))
    const lower = await readRaster(await bytesOf(first, 'lower'))
    const upper = await readRaster(await bytesOf(first, 'upper'))
    expect(mean.info.crs).toBe(4326)
    expect(mean.info.affine[0]).toBeCloseTo(0.1, 12)
    expect(mean.info.width).toBe(21)
    const valid = mean.values.filter((value) => !Number.isNaN(value))
    // 21 × 21 cells, of which the outline halves the outer ones, less the corner without rain.
    expect(valid.length).toBe(441 - 1)
    expect(valid.every((value) => value > 0 && value < 1)).toBe(true)
    const cell = 10 * mean.info.width + 10
    expect(width.values[cell]).toBeCloseTo(upper.values[cell] - lower.values[cell], 6)
    // The north-eastern corner has no rain.
    expect(mean.values[mean.info.width - 1]).toBeNaN()
  })

  it('counts the people of the country once: in the nation, in its units and in the cells', async () => {
    const content = await admDataOf(first)
    const { national } = JSON.parse((await bytesOf(first, 'diagnostics')).toString()) as {
      national: { people: number; affected: number }
    }
    // Σ share·(100 + 10·column + row), where the whole western column counts, since the band ends there, less the corner
    // without rain.
    expect(national.people).toBeCloseTo(84_800 + 1064 - 75.5, 6)
    const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
    expect(sum(content.map(({ people }) => people!))).toBeCloseTo(national.people, 6)
    const { values } = await readRaster(await bytesOf(first, 'people'))
    const inCells = sum(values.filter((people) => !Number.isNaN(people)))
    expect(inCells / national.affected).toBeCloseTo(1, 6)
    expect(inCells / sum(content.map(({ affected }) => affected!))).toBeCloseTo(1, 6)
  })

  it('says in each surface what it is', async () => {
    const about = async (type: Parameters<typeof bytesOf>[1]) => {
      const text = (await bytesOf(first, type)).toString('latin1')
      const items = [...text.matchAll(/<Item name="(\w+)"[^>]*>([^<]*)</g)]
      return Object.fromEntries(items.map(([, name, value]) => [name, value]))
    }
    const layer = { iso3_code: 'TST', target: 'water', source: 'SIM', source_wave: '2024', round: '1' }
    expect(await about('exceedance')).toEqual({
      ...layer,
      quantity: 'probability that prevalence exceeds the threshold',
      threshold: '0.4',
      DESCRIPTION: 'exceedance',
      UNITTYPE: 'probability',
    })
    expect(await about('lower')).toMatchObject({ ...layer, interval: '0.95', DESCRIPTION: 'lower' })
    expect(await about('people')).toMatchObject({ UNITTYPE: 'people' })
    const [header, row] = (await bytesOf(first, 'adm')).toString().split('\n')
    expect(row.split(',')[header.split(',').indexOf('exceedance_threshold')]).toBe('0.4')
  })

  it('keeps formulas out of the tables and codes in the cells', async () => {
    const adm = (await bytesOf(first, 'adm')).toString()
    expect(adm.split('\n')[0]).toBe(
      'level,code,name,clusters,observed,observed_lower,observed_upper,modelled,modelled_lower,modelled_upper,z,pass,people,affected,affected_lower,affected_upper,exceedance,rank,rank_lower,rank_upper,highest,highest_fifth,lowest_fifth,exceedance_threshold',
    )
    expect(adm).toContain("TST-W,'=West,")
    const cv = (await bytesOf(first, 'clusters-cv')).toString().trim().split('\n')
    expect(cv).toHaveLength(61)
    expect(cv[0]).toMatch(/^cluster,longitude,latitude,numerator,denominator,observed,fitted,random_fold,/)
    const cells = await bytesOf(first, 'cells')
    const rows = await parquetReadObjects({ file: new Uint8Array(cells).buffer })
    expect(Object.keys(rows[0])).toEqual([
      'longitude',
      'latitude',
      'mean',
      'lower',
      'upper',
      'sd',
      'exceedance',
      'people',
      'adm1_code',
    ])
    expect(new Set(rows.map((row) => row.adm1_code))).toEqual(new Set(['TST-W', 'TST-E', null].slice(0, 2)))
    const log = (await bytesOf(first, 'log')).toString()
    expect(log).toContain('Cross-validation (random)')
    expect(log).toContain('60 of 60 clusters have covariates')
  })

  it('takes covariates from around displaced clusters, and says so', async () => {
    const id = await submit({ layer: { displacement: 'dhs' } })
    await waitUntilEnded(service.services.db, [id])
    const read = async (job: number, type: 'diagnostics' | 'provenance') =>
      JSON.parse((await bytesOf(job, type)).toString())
    const { parameters, findings } = await read(id, 'diagnostics')
    expect(parameters.displacement).toBe('dhs')
    expect(findings).toContainEqual({
      kind: 'displacement',
      message: expect.stringMatching(/inside its ADM1 unit, weighted by their people\.$/),
    })
    expect((await read(id, 'provenance')).configuration.displacement).toBe('dhs')
    expect((await bytesOf(id, 'mean')).equals(await bytesOf(first, 'mean'))).toBe(false)
    const before = await read(first, 'diagnostics')
    expect(before.parameters.displacement).toBe(null)
    expect(before.findings.map(({ kind }: { kind: string }) => kind)).not.toContain('displacement')
  })

  it('labels raked outputs', async () => {
    const id = await submit({ layer: { rake_to: 0.5 } })
    await waitUntilEnded(service.services.db, [id])
    const [header, ...lines] = (await bytesOf(id, 'adm')).toString().trim().split('\n')
    expect(header).toMatch(/,lowest_fifth,exceedance_threshold,raked,raked_to$/)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(/,true,0\.5$/)
    const cells = await parquetReadObjects({ file: new Uint8Array(await bytesOf(id, 'cells')).buffer })
    expect(new Set(cells.map((row) => row.raked_to))).toEqual(new Set([0.5]))
    expect((await bytesOf(id, 'mean')).includes('mean, raked to a national prevalence of 0.5')).toBe(true)
    expect((await bytesOf(first, 'mean')).includes('raked')).toBe(false)
    expect((await bytesOf(id, 'log')).toString()).toContain('raked to a given national prevalence of 50.0 %')
    const { national } = JSON.parse((await bytesOf(id, 'diagnostics')).toString())
    expect(national).toMatchObject({ raked_to: 0.5 })
    expect(national.modelled).toBeCloseTo(0.5, 3)
  })

  it('rakes admin units to their own figures, and labels every output', async () => {
    const id = await submit({ layer: { rake_to_admin: { level: 1, figures: { 'TST-W': 0.5 } } } })
    await waitUntilEnded(service.services.db, [id])
    const [header, ...lines] = (await bytesOf(id, 'adm')).toString().trim().split('\n')
    expect(header).toMatch(/,lowest_fifth,exceedance_threshold,raked,raked_to$/)
    for (const line of lines) expect(line).toMatch(line.includes('TST-W') ? /,true,0\.5$/ : /,false,$/)
    const cells = await parquetReadObjects({ file: new Uint8Array(await bytesOf(id, 'cells')).buffer })
    for (const row of cells) expect(row.raked_to).toBe(row.adm1_code === 'TST-W' ? 0.5 : null)
    expect((await bytesOf(id, 'mean')).includes('mean, raked to given prevalences of 1 ADM1 unit')).toBe(true)
    expect((await bytesOf(id, 'log')).toString()).toContain('raked to given prevalences of 1 ADM1 unit')
    const { raked_units } = JSON.parse((await bytesOf(id, 'diagnostics')).toString())
    expect(raked_units).toEqual([
      { level: 1, name: expect.any(String), raked_to: 0.5, unraked: expect.any(Number) },
    ])
  })

  it('fails with a reason where a unit to rake does not exist any more', async () => {
    const id = await submit({ layer: { rake_to_admin: { level: 1, figures: { GONE: 0.5 } } } })
    await waitUntilEnded(service.services.db, [id])
    const [job] = await service.services.db.select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({ status: 'failed', reason: expect.stringContaining("'GONE'") })
  })

  it('gives the same bytes for the same layer, inputs and seed', async () => {
    for (const type of [
      'mean',
      'lower',
      'upper',
      'sd',
      'width',
      'adm',
      'clusters-cv',
      'cells',
      'provenance',
    ] as const) {
      expect((await bytesOf(first, type)).equals(await bytesOf(second, type)), type).toBe(true)
    }
    const provenance = JSON.parse((await bytesOf(first, 'provenance')).toString())
    expect(provenance.seed).toBe(1)
    expect(provenance.inputs.points.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(provenance.inputs.covariates.map((band: { name: string }) => band.name)).toEqual([
      'tst_height',
      'tst_rain',
    ])
  })

  it('names its code, and what the catalogue knows of its rasters', async () => {
    const { software, inputs } = JSON.parse((await bytesOf(first, 'provenance')).toString())
    expect(software).toMatchObject({ name: 'strata', commit: 'c0ffee', build: codeVersion('c0ffee').build })
    const [height, rain] = inputs.covariates
    expect(height).toMatchObject({ unit: 'm', source: 'SRTM', year: 2000 })
    expect(height.resolution_m).toBeCloseTo(11_100, -3)
    expect(Object.keys(rain).sort()).toEqual(['band', 'name', 'resolution_m', 'sha256'])
    expect(inputs.population).toMatchObject({ name: 'tst_people', band: 1 })
  })

  it("fails with the engine's or an input's one sentence, and keeps the log", async () => {
    const id = await submit({ layer: { columns: { ...fixture.layer.columns, numerator: 'ill' } } })
    const [job] = await waitUntilEnded(service.services.db, [id])
    expect(job).toMatchObject({
      status: 'failed',
      reason:
        "points.csv has no column 'ill'. Name the column with the numerator; the file has: cluster, longitude, latitude, numerator, denominator.",
    })
    const log = await service.inject({ url: `/modeling/v1/jobs/${id}/download/log`, headers: owner.headers })
    expect(log.statusCode).toBe(200)
    expect(log.body).toContain("no column 'ill'")
    const mean = await service.inject({
      url: `/modeling/v1/jobs/${id}/download/mean`,
      headers: owner.headers,
    })
    expect(mean.statusCode).toBe(409)
  })

  it('shows tiles and values of its surfaces', async () => {
    const tile = await service.inject({
      url: `/modeling/v1/jobs/${first}/tiles/mean/7/64/61?min=0&max=1&ramp=ylgnbu`,
      headers: owner.headers,
    })
    expect(tile.statusCode).toBe(200)
    expect(tile.headers['content-type']).toBe('image/png')
    expect(tile.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    const again = await service.inject({
      url: `/modeling/v1/jobs/${first}/tiles/mean/7/64/61?min=0&max=1&ramp=ylgnbu`,
      headers: { ...owner.headers, 'if-none-match': String(tile.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    const none = await service.inject({
      url: `/modeling/v1/jobs/${first}/tiles/mean/2/9/1?min=0&max=1`,
      headers: owner.headers,
    })
    expect(none.statusCode).toBe(404)
    const inside = await service.inject({
      url: `/modeling/v1/jobs/${first}/value?longitude=2&latitude=7`,
      headers: owner.headers,
    })
    const { mean, lower, upper, width } = inside.json()
    expect(mean).toBeGreaterThan(lower)
    expect(width).toBeCloseTo(upper - lower, 6)
    const outside = await service.inject({
      url: `/modeling/v1/jobs/${first}/value?longitude=20&latitude=7`,
      headers: owner.headers,
    })
    expect(outside.json()).toEqual({
      mean: null,
      lower: null,
      upper: null,
      width: null,
      exceedance: null,
      people: null,
    })
  })

  it('compares the surfaces of two jobs', async () => {
    const get = (url: string, headers = {}) =>
      service.inject({ url: `/modeling/v1/jobs/${url}`, headers: { ...owner.headers, ...headers } })
    const { cells, ...same } = (await get(`${first}/difference/${second}/mean`)).json()
    expect(cells).toBeGreaterThan(300)
    // The same layer and seed.
    expect(same).toMatchObject({ only_one: 0, differing: 0, mean: 0, min: 0, max: 0, correlation: 1 })
    const url = `${first}/difference/${second}/width/tiles/7/64/61?limit=0.1`
    const tile = await get(url)
    expect(tile.statusCode).toBe(200)
    expect(tile.headers['content-type']).toBe('image/png')
    expect((await get(url, { 'if-none-match': String(tile.headers.etag) })).statusCode).toBe(304)
    expect((await get(`${first}/difference/${second}/mean/tiles/2/9/1?limit=1`)).statusCode).toBe(404)
    expect((await get(`${first}/difference/${second}/mean/tiles/2/1/1?limit=0`)).statusCode).toBe(422)
    expect((await get(`${first}/difference/999999/mean`)).statusCode).toBe(404)
  })

  it('serves byte ranges', async () => {
    const url = `/modeling/v1/jobs/${first}/download/mean`
    const whole = await service.inject({ url, headers: owner.headers })
    expect(whole.statusCode).toBe(200)
    expect(whole.headers['content-disposition']).toContain(`tst-water-sim-2024-r1-${first}-mean.tif`)
    const part = await service.inject({ url, headers: { ...owner.headers, range: 'bytes=4-11' } })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload.equals(whole.rawPayload.subarray(4, 12))).toBe(true)
    const beyond = await service.inject({ url, headers: { ...owner.headers, range: 'bytes=99999999-' } })
    expect(beyond.statusCode).toBe(416)
  })
})
