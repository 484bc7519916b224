import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import {
  access_tokens,
  audit_log,
  clients,
  jobs,
  place_group_versions,
  projects,
  saved_views,
  tags,
} from '#service/db/schema.ts'
import { eq } from '#drizzle'
import { createLayerFixture } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

let service: TestService
let admin: TestPerson
let staff: TestPerson
const ids = {} as Record<
  'job' | 'keyless' | 'submission' | 'project' | 'client' | 'tag' | 'view' | 'token' | 'places',
  number
>
let upload: string
beforeAll(async () => {
  service = await createTestService()
  admin = await service.logIn('admin')
  staff = await service.logIn('staff')
  const { db } = service.services
  const fixture = await createLayerFixture(service.services, staff.id)
  ids.job = await fixture.addJob()
  ids.keyless = await fixture.addJob()
  await db.update(jobs).set({ job_key: null }).where(eq(jobs.id, ids.keyless))
  ids.submission = (await db.select().from(jobs).where(eq(jobs.id, ids.job)))[0].submission_id
  const idOf = async (inserted: Promise<{ id: number }[]>) => (await inserted)[0].id
  ids.project = await idOf(db.insert(projects).values({ name: '=Roads' }).returning())
  ids.client = await idOf(db.insert(clients).values({ name: 'Ministry' }).returning())
  ids.tag = await idOf(db.insert(tags).values({ name: 'checked' }).returning())
  ids.places = await idOf(
    db
      .insert(place_group_versions)
      .values({ iso3_code: 'BEN', place_type: 'adm1', version: '2020' })
      .returning(),
  )
  const view = { owner_id: staff.id, list: 'listTags', name: 'Drafts', query: {} }
  ids.view = await idOf(db.insert(saved_views).values(view).returning())
  const token = {
    user_id: staff.id,
    name: 'Nightly',
    scopes: ['read' as const],
    hint: 'x',
    token_hash: Buffer.from('h'),
  }
  ids.token = await idOf(
    db
      .insert(access_tokens)
      .values({ ...token, expires_at: new Date('2999-01-01') })
      .returning(),
  )
  const begun = await service.inject({
    method: 'POST',
    url: '/uploads',
    headers: {
      ...staff.headers,
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `filename ${Buffer.from('rain.tif').toString('base64')}`,
    },
  })
  upload = String(begun.headers.location).split('/').at(-1)!
})
afterAll(() => service.close())

let at = 0
/** The entry as it is listed. */
async function listed(record: string | null, action = 'named', detail: string | null = null) {
  const { db } = service.services
  const [{ id }] = await db
    .insert(audit_log)
    .values({ action, record, detail, result: 'ok', at: new Date(Date.UTC(2020, 0, 1, 0, at++)) })
    .returning()
  const { content } = (
    await service.inject({ url: '/audit?to=2020-01-01&limit=1000', headers: admin.headers })
  ).json() as { content: AuditEntry[] }
  return content.find((entry) => entry.id === id)
}
const namesOf = async (record: string | null, action?: string) => (await listed(record, action))?.record_names

describe('the names of records', () => {
  it.each<[() => string, string[]]>([
    [() => `jobs:${ids.job}`, ['tst-water-sim-2024-r1-']],
    [() => `submissions:${ids.submission}`, ['']],
    [() => `people:${staff.id}`, ['Test staff']],
    [() => `users:${staff.id}`, ['Test staff']],
    [() => `projects:${ids.project}`, ['=Roads']],
    [() => `clients:${ids.client}`, ['Ministry']],
    [() => `tags:${ids.tag}`, ['checked']],
    [() => `place-groups:${ids.places}`, ['Benin adm1 2020']],
    [() => `saved-views:${ids.view}`, ['Drafts']],
    [() => `access-tokens:${ids.token}`, ['Nightly']],
    [() => `uploads:${upload}`, ['rain.tif']],
  ])('%s: %s', async (record, starts) => {
    expect(await namesOf(record())).toEqual(starts.map((start) => expect.stringMatching(`^${start}.*`)))
  })
  it('of several are in the order of their ids; one that no longer exists has none', async () => {
    const key = `tst-water-sim-2024-r1-${ids.job}`
    expect(await namesOf(`jobs:999999,${ids.job},${ids.keyless}`)).toEqual([null, key, String(ids.keyless)])
  })
  it('of jobs come with the name of the first run, distinguished from its siblings', async () => {
    const [{ job_key }] = await service.services.db.select().from(jobs).where(eq(jobs.id, ids.job))
    const entry = await listed(`jobs:${ids.job},${ids.keyless}`)
    const answer = await service.inject({
      url: `/modeling/v1/jobs/by-key/${job_key}`,
      headers: admin.headers,
    })
    expect(entry?.run_name).toContain(' · ')
    expect(entry?.run_name).toBe((answer.json() as { run_name: string }).run_name)
    expect((await listed(`projects:${ids.project}`))?.run_name).toBeUndefined()
  })
  it('are those of jobs and submissions for calls of other resources about them', async () => {
    const key = `tst-water-sim-2024-r1-${ids.job}`
    expect(await namesOf(`tags:${ids.job}`, 'add-tags')).toEqual([key])
    expect(await namesOf(`tags:${ids.submission}`, 'add-submission-tags')).toEqual(
      await namesOf(`submissions:${ids.submission}`),
    )
  })
  it('are left out where there are none, and what is no id names itself', async () => {
    for (const record of [null, 'sessions:3', 'band-uploads:3', 'things:3', 'people', "people:1'; select"])
      expect(await namesOf(record), String(record)).toBeNull()
    expect(await namesOf('jobs:tst-water,99999999999')).toEqual(['tst-water', '99999999999'])
    expect(await namesOf('uploads:not-a-uuid')).toEqual(['not-a-uuid'])
  })
  it('of every kind of record are found', async () => {
    for (const kind of [
      'assets',
      'bands',
      'collections',
      'interpolation',
      'place-groups',
      'surveys',
      'worldpop',
    ])
      expect(await namesOf(`${kind}:999999`), kind).toEqual([null])
  })
  it('of people and projects appear in details, with their id', async () => {
    const entry = await listed(null, 'hand-over', `to people:${staff.id}, not people:999999`)
    expect(entry?.detail).toBe(`to Test staff (person ${staff.id}), not person 999999`)
    const moved = await listed(null, 'move-submission', `from projects:999999 to projects:${ids.project}`)
    expect(moved?.detail).toBe(`from project 999999 to =Roads (project ${ids.project})`)
  })
})

it('a view that was saved, or became the default, is named', async () => {
  const call = (method: 'POST' | 'PUT', url: string, payload: object) =>
    service.inject({ method, url, headers: staff.headers, payload })
  const { id } = (await call('POST', '/views', { list: 'listTags', name: 'Mine', query: {} })).json()
  await call('PUT', '/views/default', { list: 'listTags', view_id: id })
  await call('PUT', '/views/default', { list: 'listTags', view_id: null })
  const url = `/audit?who=${staff.id}&what=save-view&what=default-view&sort_order=asc`
  const { content } = (await service.inject({ url, headers: admin.headers })).json() as {
    content: AuditEntry[]
  }
  expect(content.map(({ action, record, record_names }) => [action, record, record_names])).toEqual([
    ['save-view', `saved-views:${id}`, ['Mine']],
    ['default-view', `saved-views:${id}`, ['Mine']],
    ['default-view', null, null],
  ])
})

describe('the export', () => {
  it('has the record, the names, and why a call was rejected', async () => {
    await service.inject({ method: 'DELETE', url: '/tags/999999', headers: staff.headers })
    await listed(`projects:${ids.project},999999`)
    const get = (query: string) => service.inject({ url: `/audit/export?${query}`, headers: admin.headers })
    const named = `to=2020-01-01&record=projects:${ids.project},999999`
    const rows = parse((await get(named)).body, { columns: true }) as Record<string, string>[]
    expect(rows).toMatchObject([{ record: `projects:${ids.project},999999`, record_names: "'=Roads, –" }])
    const rejected = parse((await get('what=delete')).body, { columns: true }) as Record<string, string>[]
    expect(rejected).toMatchObject([
      { record: 'tags:999999', record_names: '–', result: 'rejected', detail: 'There is no tag ….' },
    ])
    const { sheets } = await readXlsx(new Uint8Array((await get(`format=xlsx&${named}`)).rawPayload))
    const [header, row] = sheets[0].rows
    expect(row[header.indexOf('record_names')]).toBe('=Roads, –')
  })
})
