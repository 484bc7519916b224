import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { points, raster } from '../../fixtures/configuration/country-folder.ts'
import type { SentFields, SentPart } from '../../fixtures/configuration/send.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { post } from '../rasters/sending.ts'

let service: TestService
let admin: TestPerson
let staff: TestPerson
beforeAll(async () => {
  service = await createTestService()
  admin = await service.logIn('admin')
})
beforeEach(async () => {
  staff = await service.logIn('staff')
})
afterAll(() => service.close())

const entries = async () =>
  (await service.inject({ url: `/audit?who=${staff.id}`, headers: admin.headers })).json()
    .content as AuditEntry[]

const file = (name: string, content: string | Buffer): SentPart => ({ field: 'file', name, content })
const sheet = (lines: string[]): SentPart => ({
  field: 'sheet',
  name: 'bands.csv',
  content: lines.join('\n'),
})
const good = raster((x) => x)
const infinite = raster((x) => (x === 0 ? Infinity : x))
const bandFile = { ...file('b.tif', good), field: 'rasters' }
const survey = { iso3_code: 'TGO', source: 'DHS', source_wave: '2013', target: 'water' }

interface Call {
  action: string
  url: string
  fields: SentFields
  valid: SentPart[]
  invalid: SentPart[]
  /** What the audit says of the invalid one. */
  why: string
}
const CALLS: Call[] = [
  {
    action: 'import-survey',
    url: '/survey/v1/surveys',
    fields: survey,
    valid: [file('points.csv', points(200))],
    invalid: [
      file(
        'points.csv',
        points(60, (row) => (row[4] = '-1')),
      ),
    ],
    why: 'Not stored because of errors, the first in row 2.',
  },
  {
    action: 'upload-asset',
    url: '/raster/v1/assets',
    fields: {},
    valid: [file('a.tif', good)],
    invalid: [file('a.tif', infinite)],
    why: 'Not stored because of errors, the first in band 1.',
  },
  {
    action: 'upload-bands',
    url: '/raster/v1/bands/bulk',
    fields: {},
    valid: [sheet(['file,name', 'b.tif,b']), bandFile],
    // The answer, which repeats the sheet, is long.
    invalid: [
      sheet(['file,name', ...Array.from({ length: 900 }, (_, i) => `none.tif,${'c'.repeat(100)}${i}`)]),
      bandFile,
    ],
    why: 'Not stored because of errors, the first in row 2.',
  },
  {
    action: 'check-in-raster',
    url: '/interpolation/raster/check-in',
    fields: survey,
    valid: [file('water.tif', good)],
    invalid: [file('water.tif', infinite)],
    why: 'Not stored because of errors, the first in band 1.',
  },
  {
    action: 'import-dataset',
    url: '/worldpop/v1/datasets',
    fields: { iso3_code: 'TGO', year: '2020', resolution: '1km' },
    valid: [file('people.tif', good)],
    invalid: [
      file(
        'people.tif',
        raster((x) => x - 2),
      ),
    ],
    why: 'Not stored because of errors, the first in band 1.',
  },
]

describe.each(CALLS)('$action', ({ action, url, fields, valid, invalid, why }) => {
  it('is recorded as rejected if errors kept everything out, although it answers 200', async () => {
    const answer = await post(service, staff, url, fields, invalid)
    expect([answer.statusCode, answer.json().catalogued], answer.body.slice(0, 500)).toEqual([200, false])
    expect(await entries()).toEqual([
      expect.objectContaining({
        action,
        result: 'rejected',
        record: null,
        detail: why,
      }),
    ])
  })
  it('is not recorded as a dry run, with errors or without', async () => {
    for (const parts of [valid, invalid]) {
      const answer = await post(service, staff, url, { ...fields, dry_run: 'true' }, parts)
      expect([answer.statusCode, answer.json().catalogued], answer.body.slice(0, 500)).toEqual([200, false])
    }
    expect(await entries()).toEqual([])
  })
  it('is recorded as done with what it stored', async () => {
    expect((await post(service, staff, url, fields, valid)).json().catalogued).toBe(true)
    expect(await entries()).toEqual([
      expect.objectContaining({
        action,
        result: 'ok',
        record: expect.stringMatching(/:\d+$/),
        detail: null,
      }),
    ])
  })
})

it('a bulk upload that adds only the valid rows is recorded with the number of both', async () => {
  const rows = sheet(['file,name', 'b.tif,left', 'none.tif,out', 'none.tif,too'])
  const answer = await post(service, staff, '/raster/v1/bands/bulk', { partial: 'true' }, [rows, bandFile])
  expect(answer.json(), answer.body).toMatchObject({ catalogued: true, rows: 3, good_rows: 1 })
  expect(await entries()).toEqual([
    expect.objectContaining({ action: 'upload-bands', result: 'ok', detail: '1 row added, 2 left out' }),
  ])
})

it('a dry run that is rejected is recorded', async () => {
  const fields = { iso3_code: 'QQQ', dry_run: 'true' }
  const answer = await post(service, staff, '/raster/v1/assets', fields, [file('c.tif', good)])
  expect(answer.statusCode).toBe(422)
  expect(await entries()).toEqual([
    expect.objectContaining({
      action: 'upload-asset',
      result: 'rejected',
      detail: expect.stringContaining('…'),
    }),
  ])
})
