import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from '#drizzle'
import type { Brief } from '#contract/jobs/briefs.ts'
import { briefs, files, job_outputs } from '#service/db/schema.ts'
import { type BriefFixture, createBriefFixture } from '../../support/briefs/brief-fixture.ts'

let fixture: BriefFixture
let job: number

beforeAll(async () => {
  fixture = await createBriefFixture()
  job = await fixture.run()
}, 60_000)
afterAll(() => fixture.close())

const document = { kind: 'document', language: 'en' }
const detailOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  JSON.parse(body).detail,
]

describe('a brief', () => {
  it('is for completed jobs', async () => {
    const pending = await fixture.layers.addJob()
    expect(detailOf(await fixture.request(pending, document))).toEqual([
      409,
      `Job ${pending} is pending; only a completed job has briefs.`,
    ])
    expect((await fixture.request(999_999, document)).statusCode).toBe(404)
    expect((await fixture.request(job, { kind: 'document', language: 'de' })).statusCode).toBe(422)
  })

  it('has a level if it has a page per unit, and only then', async () => {
    const reject = async (body: object) => detailOf(await fixture.request(job, { language: 'en', ...body }))
    expect(await reject({ kind: 'unit-sheets' })).toEqual([
      422,
      'Choose the level of the unit sheets, 1 or 2.',
    ])
    expect(await reject({ kind: 'unit-sheets', level: 2 })).toEqual([
      422,
      `Job ${job} has no units of level 2.`,
    ])
    expect(await reject({ kind: 'slides', level: 1 })).toEqual([422, 'Only unit sheets have a level.'])
  })

  it('belongs to the person who requested it; viewers may request one', async () => {
    const viewer = await fixture.service.logIn('viewer')
    const { id } = (await fixture.request(job, document, viewer)).json<Brief>()
    for (const url of [
      `/modeling/v1/jobs/${job}/briefs/${id}`,
      `/modeling/v1/jobs/${job}/briefs/${id}/file`,
    ]) {
      expect(detailOf(await fixture.service.inject({ url, headers: fixture.owner.headers }))).toEqual([
        404,
        `You have no brief ${id} of job ${job}.`,
      ])
    }
    const url = `/modeling/v1/jobs/${job}/briefs/${id}`
    await expect
      .poll(async () => (await fixture.service.inject({ url, headers: viewer.headers })).json().status)
      .toBe('ready')
    const file = await fixture.service.inject({ url: `${url}/file`, headers: viewer.headers })
    expect(file.headers['content-disposition']).toContain('-document-en.docx')
  })

  it('is deleted with its file a day later', async () => {
    const { db, files: store } = fixture.service.services
    const { brief } = await fixture.write(job, document)
    const [{ file_id }] = await db.select().from(briefs).where(eq(briefs.id, brief.id))
    const [{ key }] = await db.select().from(files).where(eq(files.id, file_id!))
    await db
      .update(briefs)
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(briefs.id, brief.id))
    await fixture.write(job, document)
    expect(await db.select().from(briefs).where(eq(briefs.id, brief.id))).toEqual([])
    expect(await db.select().from(files).where(eq(files.id, file_id!))).toEqual([])
    expect(await store.size(key)).toBeNull()
  })

  it('says why it could not be written', async () => {
    const { db } = fixture.service.services
    const lost = await fixture.run()
    const [mean] = await db.select().from(job_outputs).where(eq(job_outputs.job_id, lost))
    await db.delete(job_outputs).where(eq(job_outputs.job_id, lost))
    await db
      .insert(job_outputs)
      .values(
        (await db.select().from(job_outputs).where(eq(job_outputs.job_id, job)))
          .filter(({ type }) => type === 'provenance')
          .map((output) => ({ ...output, job_id: lost })),
      )
    expect(mean).toBeDefined()
    const { brief, file } = await fixture.write(lost, document)
    expect(brief).toMatchObject({ status: 'failed', name: null })
    expect(brief.reason).toBe(`Job ${lost} has no output 'clusters-cv'.`)
    expect(JSON.parse(file.toString()).detail).toBe(
      `The brief ${brief.id} could not be written; request it again.`,
    )
  })

  it('waits for the earlier ones of the same person', async () => {
    const { db } = fixture.service.services
    const personId = fixture.owner.id
    const waiting = Array.from(
      { length: 10 },
      () => ({ job_id: job, kind: 'document', language: 'en', created_by: personId }) as const,
    )
    await db.insert(briefs).values(waiting)
    expect((await fixture.request(job, document)).statusCode).toBe(429)
  })
})
