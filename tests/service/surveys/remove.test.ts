import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files, jobs, submissions, survey_clusters, surveys } from '#service/db/schema.ts'
import { points } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers, post } from '../rasters/sending.ts'

let service: TestService
const people = {} as Record<'viewer' | 'importer' | 'other' | 'admin', TestPerson>
beforeAll(async () => {
  service = await createTestService()
  for (const [name, role] of [
    ['viewer', 'viewer'],
    ['importer', 'staff'],
    ['other', 'staff'],
    ['admin', 'admin'],
  ] as const)
    people[name] = await service.logIn(role)
})
afterAll(() => service.close())

const send = (fields: Record<string, string>) =>
  post(
    service,
    people.importer,
    '/survey/v1/surveys',
    { iso3_code: 'TGO', source: 'DHS', source_wave: '2013', ...fields },
    [{ field: 'file', name: 'points.csv', content: points(60) }],
  )
const importOne = async (target: string): Promise<number> => (await send({ target })).json().survey.id
const remove = (id: number | string, person: TestPerson | undefined = people.importer) =>
  service.inject({ method: 'DELETE', url: `/survey/v1/surveys/${id}`, headers: person?.headers })
const get = (id: number) =>
  service.inject({ url: `/survey/v1/surveys/${id}`, headers: people.viewer.headers })

async function stored() {
  const { db } = service.services
  const counts = [surveys, survey_clusters, files].map((table) => db.$count(table))
  return { rows: await Promise.all(counts), ...(await leftovers(service)) }
}

let submissionId: number
/** A layer of the survey, and its key. */
async function addLayer(survey_id: number, of: object = {}): Promise<string> {
  const { db } = service.services
  if (submissionId === undefined) {
    const [file] = await db
      .insert(files)
      .values({ key: 'configurations/one', name: 'c.csv', media_type: 'text/csv', size: 1, sha256: '' })
      .returning({ id: files.id })
    const [submission] = await db
      .insert(submissions)
      .values({ title: 'Togo', app_user_id: people.other.id, config_file_id: file.id })
      .returning({ id: submissions.id })
    submissionId = submission.id
  }
  const { length } = await db.select({ id: jobs.id }).from(jobs)
  const job_key = `tgo-layer-${length + 1}`
  await db.insert(jobs).values({
    job_key,
    submission_id: submissionId,
    app_user_id: people.other.id,
    config_row: 2,
    stack_name: 'togo',
    method: 'gp',
    layer: { stack_version: 1 },
    status: 'completed',
    iso3_code: 'TGO',
    target: 'water',
    source: 'DHS',
    source_wave: '2013',
    round: '1',
    survey_id,
    ...of,
  } as never)
  return job_key
}

describe('deleting a survey', () => {
  it('is allowed for its importer and admins, and removes its points and its file', async () => {
    const before = await stored()
    const [one, two] = [await importOne('mine'), await importOne('mine too')]
    expect((await stored()).rows).toEqual(before.rows.map((rows, i) => rows + [2, 120, 2][i]))
    expect((await service.inject({ method: 'DELETE', url: `/survey/v1/surveys/${one}` })).statusCode).toBe(
      403,
    )
    expect((await remove(one, people.viewer)).statusCode).toBe(403)
    const forbidden = await remove(one, people.other)
    expect(forbidden.statusCode).toBe(403)
    expect(forbidden.json().detail).toBe(
      `Only the person who created the survey ${one}, or an admin, can do this.`,
    )
    expect((await get(one)).statusCode).toBe(200)
    const removed = await remove(one)
    expect([removed.statusCode, removed.json()]).toEqual([
      200,
      { msg: 'The survey of mine from DHS 2013, round 1, of Togo was deleted.' },
    ])
    expect((await remove(two, people.admin)).statusCode).toBe(200)
    expect((await get(one)).statusCode).toBe(404)
    expect(await stored()).toEqual(before)
  })

  it('leaves one without an importer to admins', async () => {
    const id = await importOne('loaded')
    await service.services.db.update(surveys).set({ created_by: null }).where(eq(surveys.id, id))
    expect((await remove(id)).statusCode).toBe(403)
    expect((await remove(id, people.admin)).statusCode).toBe(200)
  })

  it('needs an id of a survey', async () => {
    const unknown = await remove(4242, people.admin)
    expect([unknown.statusCode, unknown.json().detail]).toEqual([404, 'There is no survey 4242.'])
    expect((await remove('none', people.admin)).statusCode).toBe(422)
  })

  it.each([
    ['completed', {}],
    ['still to run', { status: 'pending' }],
    ['failed', { status: 'failed', reason: 'Too few clusters.' }],
    // Whose configuration names the survey by its id.
    ['with another source', { source: 'MICS' }],
  ])('is rejected while a layer uses it: %s', async (what, of) => {
    const id = await importOne(what)
    const key = await addLayer(id, of)
    const before = await stored()
    const answer = await remove(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      detail: `The survey of ${what} from DHS 2013, round 1, of Togo is used by 1 layer: ${key}.`,
      errors: [{ message: `The layer ${key} uses it.` }],
    })
    expect(await stored()).toEqual(before)
  })

  it('names the newest of many layers and counts them all', async () => {
    const id = await importOne('popular')
    const keys: string[] = []
    for (let i = 0; i < 7; i++) keys.unshift(await addLayer(id))
    const { detail, errors } = (await remove(id, people.admin)).json()
    expect(detail).toBe(
      `The survey of popular from DHS 2013, round 1, of Togo is used by 7 layers: ${keys.slice(0, 5).join(', ')} and 2 more.`,
    )
    expect(errors).toHaveLength(5)
  })

  it('happens once if two people delete it at the same time', async () => {
    const id = await importOne('twice')
    const answers = await Promise.all([remove(id), remove(id, people.admin)])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
  })

  it('is recorded in the audit, also when it is rejected', async () => {
    const [gone, used] = [await importOne('audited'), await importOne('audited and used')]
    await addLayer(used)
    await remove(gone, people.other)
    await remove(gone)
    await remove(used)
    const { rows } = await service.services.db.execute(sql`
      select user_id, record, result from audit_log
      where action = 'delete-survey' and record in (${`surveys:${gone}`}, ${`surveys:${used}`}) order by id`)
    expect(rows).toEqual([
      { user_id: people.other.id, record: `surveys:${gone}`, result: 'denied' },
      { user_id: people.importer.id, record: `surveys:${gone}`, result: 'ok' },
      { user_id: people.importer.id, record: `surveys:${used}`, result: 'rejected' },
    ])
  })
})

describe('importing a survey that is catalogued', () => {
  it.each([
    ['with a date', { source_date: '2014-02-01' }],
    ['without a date', {}],
  ])('names the other one and says what to do, until that is deleted: %s', async (target, of) => {
    // The same but for what identifies a survey.
    await send({ target, round: '2', ...of })
    await send({ target, source_date: '2015-01-01' })
    const { id } = (await send({ target, ...of })).json().survey
    const left = await leftovers(service)
    const again = await send({ target, ...of })
    expect(again.statusCode).toBe(409)
    const message = `A survey of ${target} from DHS 2013, round 1, of Togo is already in the catalogue.`
    expect(again.json()).toMatchObject({
      detail: message,
      errors: [
        {
          message,
          help: 'Open it to compare; delete it first if this file replaces it.',
          record: `surveys:${id}`,
        },
      ],
    })
    expect(await leftovers(service)).toEqual(left)
    await remove(id)
    expect((await send({ target, ...of })).json().catalogued).toBe(true)
  })
})
