import { randomBytes } from 'node:crypto'
import { eq } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import {
  audit_log,
  job_outputs,
  jobs,
  products,
  signed_link_revocations,
  zip_streams,
} from '#service/db/schema.ts'
import { storeFile } from '../../support/store-file.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { post } from '../rasters/sending.ts'
import { addJobWithOutput } from './job-with-output.ts'

let service: TestService
let staff: TestPerson
let admin: TestPerson
let jobId: number
let productId: number
beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  admin = await service.logIn('admin')
})
afterAll(() => service.close())
beforeEach(async () => {
  const { db } = service.services
  await db.delete(jobs)
  const made = await addJobOnce()
  jobId = made
  await db.update(jobs).set({ final: true }).where(eq(jobs.id, jobId))
  productId = (await db.select().from(products).where(eq(products.job_id, jobId)))[0].id
  await db.delete(signed_link_revocations)
})

let first: { id: number } | undefined
/** The fixture's country is created once; further jobs are copies of its first. */
let template: typeof jobs.$inferSelect
async function addJobOnce(): Promise<number> {
  const { db } = service.services
  if (!first) {
    first = await addJobWithOutput(service.services, staff.id, randomBytes(500))
    ;[template] = await db.select().from(jobs).where(eq(jobs.id, first.id))
    return first.id
  }
  const { id: _id, job_key: _key, ...values } = template
  const [{ id }] = await db.insert(jobs).values(values).returning({ id: jobs.id })
  await addOutput(id)
  return id
}
async function addOutput(id: number): Promise<void> {
  const file = await storeFile(service.services, {
    name: 'mean.tif',
    mediaType: 'image/tiff',
    content: randomBytes(500),
    createdBy: staff.id,
  })
  await service.services.db.insert(job_outputs).values({ job_id: id, type: 'mean', file_id: file.id })
}

const send = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', url: string, payload?: object, person = staff) =>
  service.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) })
const LINKS = {
  'job-output': () => send('POST', `/modeling/v1/jobs/${jobId}/link/mean`),
  interpolation: () => send('GET', `/interpolation/download-link/${productId}?ext=tif`),
  zip: () => send('POST', '/modeling/v1/jobs/download-zips', { job_ids: [jobId], user_email: staff.email }),
} as const
type Kind = keyof typeof LINKS
const KINDS = Object.keys(LINKS) as Kind[]

async function makeLinks(): Promise<Record<Kind, string>> {
  const links = {} as Record<Kind, string>
  for (const kind of KINDS) {
    const answer = await LINKS[kind]()
    expect(answer.statusCode, answer.body).toBe(200)
    links[kind] = answer.json<{ url: string }>().url
  }
  return links
}
const open = (url: string) => service.inject({ url: url.slice(url.indexOf(BASE_PATH) + BASE_PATH.length) })
async function statuses(links: Record<Kind, string>): Promise<Record<Kind, number>> {
  const found = {} as Record<Kind, number>
  // A person may download two zips at once, and a zip counts until just after its last byte.
  await expect.poll(() => service.services.db.select().from(zip_streams)).toEqual([])
  for (const kind of KINDS) found[kind] = (await open(links[kind])).statusCode
  return found
}
const ALL_OPEN = { 'job-output': 200, interpolation: 200, zip: 200 }
const ALL_GONE = { 'job-output': 410, interpolation: 410, zip: 410 }

describe('links end with their record', () => {
  it('when an output is replaced: the link never opens a different file', async () => {
    const { db } = service.services
    const links = await makeLinks()
    expect(await statuses(links)).toEqual(ALL_OPEN)
    await db.transaction(async (tx) => {
      const [previous] = await tx.delete(job_outputs).where(eq(job_outputs.job_id, jobId)).returning()
      await tx.insert(job_outputs).values(previous)
    })
    expect(await statuses(links)).toEqual(ALL_GONE)
    expect(await statuses(await makeLinks())).toEqual(ALL_OPEN)
  })
  it('not if the transaction that replaces it is rolled back', async () => {
    const { db } = service.services
    const links = await makeLinks()
    await expect(
      db.transaction(async (tx) => {
        await tx.delete(job_outputs).where(eq(job_outputs.job_id, jobId))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await statuses(links)).toEqual(ALL_OPEN)
  })
  it('when the output, or the job with everything, is deleted', async () => {
    const { db } = service.services
    let links = await makeLinks()
    await db.delete(job_outputs).where(eq(job_outputs.job_id, jobId))
    expect(await statuses(links)).toEqual(ALL_GONE)
    await addOutput(jobId)
    links = await makeLinks()
    await db.delete(jobs).where(eq(jobs.id, jobId))
    expect(await statuses(links)).toEqual(ALL_GONE)
  })
  it.each(['draft', 'retired'])(
    'when a product becomes %s, even after it is published again',
    async (status) => {
      const links = await makeLinks()
      const change = (to: string) =>
        send('PUT', '/interpolation/bulk/', { items: [{ id: productId, status: to }] })
      expect((await change(status)).statusCode).toBe(200)
      expect(await statuses(links)).toEqual({ ...ALL_OPEN, interpolation: 410 })
      await change('published')
      expect(await statuses(links)).toEqual({ ...ALL_OPEN, interpolation: 410 })
      expect(await statuses(await makeLinks())).toEqual(ALL_OPEN)
    },
  )
  it('not when a product is only renamed', async () => {
    const links = await makeLinks()
    await send('PUT', '/interpolation/bulk/', { items: [{ id: productId, title: 'Renamed', version: '2' }] })
    expect(await statuses(links)).toEqual(ALL_OPEN)
  })
  it('when a job is no longer final its product leaves the catalogue; its outputs are still its own', async () => {
    const { db } = service.services
    const links = await makeLinks()
    await db.update(jobs).set({ final: false }).where(eq(jobs.id, jobId))
    expect(await statuses(links)).toEqual({ ...ALL_OPEN, interpolation: 410 })
    await db.update(jobs).set({ final: true }).where(eq(jobs.id, jobId))
    expect(await statuses(links)).toEqual({ ...ALL_OPEN, interpolation: 410 })
  })
  it('of a checked-in raster: its file cannot be deleted before its product, and is deleted with it', async () => {
    const about = {
      iso3_code: 'tgo',
      target: 'water',
      source: 'DHS',
      source_wave: '2018',
      data_description: 'Checked in',
      unit: '%',
    }
    const { product } = (
      await post(service, staff, '/interpolation/raster/check-in', about, [
        { field: 'file', name: 'water.tif', content: raster((x) => x) },
      ])
    ).json()
    const { url } = (await send('GET', `/interpolation/download-link/${product.id}?ext=tif`)).json<{
      url: string
    }>()
    const { db } = service.services
    const [{ asset_id }] = await db.select().from(products).where(eq(products.id, product.id))
    expect((await send('DELETE', `/raster/v1/assets/${asset_id}`)).statusCode).toBe(409)
    expect((await open(url)).statusCode).toBe(200)
    await db.delete(products).where(eq(products.id, product.id))
    expect((await open(url)).statusCode).toBe(410)
    expect((await send('DELETE', `/raster/v1/assets/${asset_id}`)).statusCode).toBe(200)
  })
})

describe('an admin', () => {
  const record = { 'job-output': 'jobs', interpolation: 'interpolation', zip: 'zips' }
  it.each(KINDS)("revokes a record's links: %s", async (kind) => {
    const links = await makeLinks()
    const zipId = async () =>
      Number((await service.services.db.execute<{ id: number }>('select max(id) as id from zips')).rows[0].id)
    const id = kind === 'job-output' ? jobId : kind === 'zip' ? await zipId() : productId
    const answer = await send('POST', '/links/withdraw', { kind, id }, admin)
    expect(answer.json()).toEqual({
      msg: 'All existing links to it were revoked. New ones can be created.',
    })
    expect(await statuses(links)).toEqual({ ...ALL_OPEN, [kind]: 410 })
    expect(await statuses(await makeLinks())).toEqual(ALL_OPEN)
    const entries = await service.services.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.action, 'withdraw-links'))
    expect(entries.at(-1)).toMatchObject({ user_id: admin.id, record: `${record[kind]}:${id}`, result: 'ok' })
  })
  it('changes the secret, with or without the existing links', async () => {
    const change = (forget_former: boolean) => send('POST', '/links/secret', { forget_former }, admin)
    const links = await makeLinks()
    expect((await change(false)).statusCode).toBe(200)
    expect(await statuses(links)).toEqual(ALL_OPEN)
    const newer = await makeLinks()
    expect((await change(true)).statusCode).toBe(200)
    for (const previous of [links, newer])
      expect(await statuses(previous)).toEqual({ 'job-output': 403, interpolation: 403, zip: 403 })
    expect(await statuses(await makeLinks())).toEqual(ALL_OPEN)
  })
  it('is the only role that may, and says which', async () => {
    for (const [url, payload] of [
      ['/links/withdraw', { kind: 'zip', id: 1 }],
      ['/links/secret', { forget_former: true }],
    ] as const) {
      expect((await send('POST', url, payload)).statusCode).toBe(403)
      expect((await send('POST', url, {}, admin)).statusCode).toBe(422)
    }
    for (const wrong of [{ kind: 'everything', id: 1 }, { kind: 'zip', id: 0 }, { kind: 'zip' }])
      expect((await send('POST', '/links/withdraw', wrong, admin)).statusCode).toBe(422)
  })
})
