import { createHash } from 'node:crypto'
import { eq } from '#drizzle'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploads } from '#service/db/schema.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { multipart } from '../../fixtures/configuration/send.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { serviceWorkers } from '../../support/jobs/service-workers.ts'
import { tusOf } from '../uploads/tus.ts'
import { leftovers } from './sending.ts'

let service: TestService
let person: TestPerson
let prefix = ''
const workers = serviceWorkers(() => service)

beforeAll(async () => {
  service = await createTestService({ queue: 'real' })
})
beforeEach(async () => {
  person = await service.logIn('staff')
  // Names of bands are unique in the catalogue.
  prefix = `bulk${person.id}`
})
afterEach(() => workers.end())
afterAll(() => service.close())

const plain = (add = 0) => raster((x, y) => x + y + add)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Sends a file in one piece, or only its first bytes. */
async function arrive(name: string, bytes = plain(), sent = bytes.length, who = person) {
  const tus = tusOf(service, who)
  const { id } = (await tus.create(bytes.length, name)).json()
  expect((await tus.append(id, 0, bytes.subarray(0, sent))).statusCode).toBe(204)
  return id as string
}
/** Rows of the sheet as file and end of the band's name. */
function send(
  rows: readonly (readonly [string, string])[],
  fields: Record<string, string | string[]>,
  { rasters = [] as string[], headers = {} } = {},
) {
  const lines = rows.map(([file, name]) => `${file},${name && `${prefix}_${name}`}`)
  const form = multipart(fields, [
    { field: 'sheet', name: 'bands.csv', content: Buffer.from(['file,name', ...lines].join('\n')) },
    ...rasters.map((name) => ({ field: 'rasters', name, content: plain() })),
  ])
  return service.inject({
    method: 'POST',
    url: '/raster/v1/bands/bulk',
    payload: form.payload,
    headers: { ...form.headers, ...person.headers, ...headers },
  })
}
const mine = async (who = person) =>
  (await tusOf(service, who).list()).json().content.map(({ id }: { id: string }) => id)

describe('a bulk upload that names resumable uploads', () => {
  it('catalogues them beside a file that is sent with the call, and leaves no upload', async () => {
    const before = await leftovers(service)
    const one = await arrive('one.tif')
    const two = await arrive('two.tif', plain(5))
    const answer = await send(
      [
        ['one.tif', 'a'],
        ['two.tif', 'b'],
        ['three.tif', 'c'],
      ],
      { uploads: [`${one}:${sha256(plain())}`, two] },
      { rasters: ['three.tif'] },
    )
    expect(answer.json(), answer.body).toMatchObject({
      catalogued: true,
      rows: 3,
      good_rows: 3,
      findings: [],
    })
    expect(answer.json().bands.map(({ name }: { name: string }) => name)).toEqual(
      ['a', 'b', 'c'].map((end) => `${prefix}_${end}`),
    )
    const band = await service.inject({
      url: `/raster/v1/bands/${answer.json().bands[1].id}`,
      headers: person.headers,
    })
    expect(band.json().statistics.min).toBe(5)
    expect(await mine()).toEqual([])
    // Three files and their COGs.
    expect(await leftovers(service)).toEqual({ stored: before.stored + 6, loose: 0 })
    const again = await send([['one.tif', 'd']], { uploads: one })
    expect([again.statusCode, again.json().detail]).toEqual([
      404,
      `You have no upload ${one}. It may have expired, been discarded or been used already; send the file again.`,
    ])
  })

  it('keeps them if nothing is catalogued, so that they need not be sent again', async () => {
    const upload = await arrive('one.tif')
    const before = await leftovers(service)
    const rows = [
      ['one.tif', 'a'],
      ['none.tif', 'b'],
    ] as const
    expect((await send(rows, { uploads: upload, dry_run: 'true' })).json().catalogued).toBe(false)
    const rejected = await send(rows, { uploads: upload })
    expect(rejected.json()).toMatchObject({ catalogued: false, good_rows: 1, bands: [] })
    expect(await mine()).toEqual([upload])
    expect(await leftovers(service)).toEqual(before)
    expect((await send([['one.tif', 'a']], { uploads: upload })).json().catalogued).toBe(true)
  })

  it('removes those whose rows were rejected, or that no row names, once the other rows are catalogued', async () => {
    const before = await leftovers(service)
    const good = await arrive('good.tif')
    const bad = await arrive('bad.tif')
    const left = await arrive('left.tif')
    const answer = await send(
      [
        ['good.tif', 'a'],
        ['bad.tif', ''],
      ],
      { uploads: [good, bad, left], partial: 'true' },
    )
    expect(answer.json()).toMatchObject({ catalogued: true, rows: 2, good_rows: 1 })
    expect(await mine()).toEqual([])
    expect(await leftovers(service)).toEqual({ stored: before.stored + 2, loose: 0 })
  })

  it('is received at once if its sender does not wait, and a worker catalogues it', async () => {
    const before = await leftovers(service)
    const upload = await arrive('one.tif')
    const answer = await send(
      [['one.tif', 'a']],
      { uploads: upload },
      { headers: { prefer: 'respond-async' } },
    )
    expect([answer.statusCode, answer.json().status]).toEqual([202, 'received'])
    expect(await mine()).toEqual([])
    workers.fork()
    expect((await ended(answer.json().id)).result).toMatchObject({ catalogued: true, good_rows: 1 })
    await vi.waitFor(async () =>
      expect(await leftovers(service)).toEqual({ stored: before.stored + 2, loose: 0 }),
    )
  }, 60_000)

  it('gives them back if a worker rejects the sheet: they can be named again, and discarded', async () => {
    const before = await leftovers(service)
    const [one, two] = [await arrive('one.tif'), await arrive('two.tif')]
    const rows = [
      ['one.tif', 'a'],
      ['none.tif', 'b'],
    ] as const
    const options = { rasters: ['three.tif'], headers: { prefer: 'respond-async' } }
    const answer = await send(rows, { uploads: [one, two] }, options)
    workers.fork()
    expect((await ended(answer.json().id)).result).toMatchObject({ catalogued: false, good_rows: 1 })
    expect(new Set(await mine())).toEqual(new Set([one, two]))
    await vi.waitFor(async () =>
      expect(await leftovers(service)).toEqual({ stored: before.stored + 2, loose: 0 }),
    )
    expect((await tusOf(service, person).remove(two)).statusCode).toBe(204)
    expect((await send([['one.tif', 'a']], { uploads: one })).json().catalogued).toBe(true)
    expect(await leftovers(service)).toEqual({ stored: before.stored + 2, loose: 0 })
  }, 60_000)
})

describe('an upload that a bulk upload cannot name', () => {
  const detail = async (upload: string | string[], options?: { rasters: string[] }) => {
    const answer = await send([['one.tif', 'a']], { uploads: upload }, options)
    return [answer.statusCode, answer.json().detail]
  }
  const none = (id: string) => [
    404,
    `You have no upload ${id}. It may have expired, been discarded or been used already; send the file again.`,
  ]

  it('is unknown, or expired', async () => {
    const unknown = '6f0c0f5e-8f5e-4d0a-9c35-6d1a9f3b2a10'
    expect(await detail(unknown)).toEqual(none(unknown))
    const id = await arrive('one.tif')
    await service.services.db
      .update(uploads)
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where(eq(uploads.id, id))
    expect(await detail(id)).toEqual(none(id))
  })
  it("is another person's, which stays theirs", async () => {
    const other = await service.logIn('admin')
    const id = await arrive('one.tif', plain(), undefined, other)
    expect(await detail(id)).toEqual(none(id))
    expect(await mine(other)).toEqual([id])
  })
  it('is unfinished, and can still be continued', async () => {
    const id = await arrive('one.tif', plain(), 1000)
    expect(await detail(id)).toEqual([
      409,
      `1000 of ${plain().length} bytes of the upload ${id} ('one.tif') have arrived. Continue it first.`,
    ])
    expect(await mine()).toEqual([id])
  })
  it('appears twice, or is no id', async () => {
    const id = await arrive('one.tif')
    expect(await detail([id, `${id.toUpperCase()}:${sha256(plain())}`])).toEqual([
      422,
      `The upload ${id} appears twice in uploads. Name it once.`,
    ])
    for (const text of ['', 'one.tif', `${id}:`, `${id}:12`])
      expect(await detail([id, text])).toEqual([
        422,
        'Each of uploads must be the id of a finished upload, as ID or as ID:SHA256.',
      ])
    expect(await mine()).toEqual([id])
  })
  it('has other bytes than announced: it is removed, the others stay', async () => {
    const [one, two] = [await arrive('one.tif'), await arrive('two.tif')]
    expect(await detail([one, `${two}:${'0'.repeat(64)}`])).toEqual([
      400,
      expect.stringMatching(/^The file arrived with the SHA-256/),
    ])
    expect(await mine()).toEqual([one])
  })
  it('has the name of another raster', async () => {
    const id = await arrive('one.tif')
    const answer = await send([['one.tif', 'a']], { uploads: id }, { rasters: ['one.tif'] })
    expect(answer.json()).toMatchObject({
      catalogued: false,
      findings: [{ severity: 'error', message: "Two of the rasters are called 'one.tif'." }],
    })
  })
  it('is one of more than fifty rasters', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => `6f0c0f5e-8f5e-4d0a-9c35-0000000000${10 + n}`)
    expect(await detail(ids, { rasters: ['one.tif'] })).toEqual([
      422,
      "At most 50 of 'rasters' can be sent at once, uploads included.",
    ])
  })
})

/** What the worker made of it. */
async function ended(id: number) {
  const url = `/raster/v1/bands/bulk/${id}`
  return vi.waitFor(
    async () => {
      const record = (await service.inject({ url, headers: person.headers })).json()
      expect(['ready', 'rejected']).toContain(record.status)
      return record
    },
    { timeout: 45_000, interval: 100 },
  )
}
