import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { assets, files, uploads } from '#service/db/schema.ts'
import { transactionWithAudit } from '#service/db/transaction.ts'
import { append } from '#service/domain/uploads/append.ts'
import { take } from '#service/domain/uploads/take.ts'
import type { FileStore } from '#service/files/file-store.ts'
import { insertFile } from '#service/files/keep-file.ts'
import { sweepLoose } from '#service/files/loose-files.ts'
import { raster } from '../../fixtures/configuration/country-folder.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'
import { leftovers, post } from '../rasters/sending.ts'
import { TUS, tusOf } from './tus.ts'

const QUOTA = 40 * 2 ** 20
let service: TestService
let person: TestPerson
let tus: ReturnType<typeof tusOf>
beforeAll(async () => {
  service = await createTestService({ config: { uploads: { quotaBytes: QUOTA, hours: 24 } } })
})
afterAll(() => service.close())
beforeEach(async () => {
  person = await service.logIn('staff')
  tus = tusOf(service, person)
})

/** Followed by bytes that no reader looks at, so that it is of any size. */
const content = (size = 3000, seed = 1) =>
  Buffer.concat([raster((x, y) => x * seed + y), Buffer.alloc(size, seed)])
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
let band = 0
const ingestRaster = (fields: Record<string, string>, by = person) =>
  post(service, by, '/raster/v1/assets', { band_names: `tus_${++band}`, ...fields }, [])
const begin = async (size: number) => (await tus.create(size)).json().id as string
const send = async (bytes: Buffer) => {
  const id = await begin(bytes.length)
  expect((await tus.append(id, 0, bytes)).statusCode).toBe(204)
  return id
}

describe('a resumable upload', () => {
  it('is created, continued in pieces, and taken in like any other raster', async () => {
    const bytes = content()
    const made = await tus.create(bytes.length, 'elevation.tif')
    expect(made.statusCode).toBe(201)
    const { id } = made.json()
    expect(made.headers).toMatchObject({ location: `/api/v1/uploads/${id}`, 'tus-resumable': '1.0.0' })
    expect(Date.parse(String(made.headers['upload-expires']))).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(made.json()).toMatchObject({
      name: 'elevation.tif',
      size: bytes.length,
      offset: 0,
      complete: false,
    })
    const first = await tus.append(id, 0, bytes.subarray(0, 1000))
    expect([first.statusCode, first.headers['upload-offset'], first.body]).toEqual([204, '1000', ''])
    const asked = await tus.head(id)
    expect(asked.headers).toMatchObject({
      'upload-offset': '1000',
      'upload-length': String(bytes.length),
      'cache-control': 'no-store',
    })
    expect((await ingestRaster({ upload: id })).json().detail).toMatch(
      /^1000 of \d+ bytes of the upload .* \('elevation.tif'\) have arrived/,
    )
    await tus.append(id, 1000, bytes.subarray(1000))
    expect((await tus.get(id)).json()).toMatchObject({ offset: bytes.length, complete: true })

    const answer = await ingestRaster({ upload: id, sha256: sha256(bytes) })
    expect(answer.json()).toMatchObject({
      catalogued: true,
      asset: { name: 'elevation.tif', size: bytes.length, sha256: sha256(bytes) },
    })
    const asset = answer.json().asset.id
    const stored = await service.inject({
      url: `/raster/v1/assets/${asset}/download`,
      headers: person.headers,
    })
    expect(stored.rawPayload.equals(bytes)).toBe(true)
    expect((await tus.list()).json()).toEqual({ content: [], totalElements: 0 })
    expect((await ingestRaster({ upload: id })).statusCode).toBe(404)
    const { rows } = await service.services.db.execute(
      sql`select action, record from audit_log where user_id = ${person.id} and result = 'ok' and action <> 'download' order by id`,
    )
    // One entry for all of its pieces.
    expect(rows).toEqual([
      { action: 'begin-upload', record: null },
      { action: 'finish-upload', record: `uploads:${id}` },
      { action: 'upload-asset', record: `assets:${asset}` },
    ])
  })

  it('is inspected first if asked, and can still be taken in', async () => {
    const before = await leftovers(service)
    const id = await send(content())
    expect((await ingestRaster({ upload: id, dry_run: 'true' })).json()).toMatchObject({
      catalogued: false,
      asset: null,
    })
    expect((await ingestRaster({ upload: id, iso3_code: 'QQQ' })).statusCode).toBe(422)
    expect((await ingestRaster({ upload: id })).json().catalogued).toBe(true)
    // The file and its COG.
    expect(await leftovers(service)).toEqual({ stored: before.stored + 2, loose: 0 })
  })

  it('may be checked in, or imported as population, later too', async () => {
    await service.services.db.execute(
      sql`insert into countries (iso3_code, name) values ('NGA', 'Nigeria') on conflict do nothing`,
    )
    const upload = await send(content())
    const about = { upload, iso3_code: 'NGA', target: 'water', source: 'DHS', source_wave: '2024' }
    const product = await post(service, person, '/interpolation/raster/check-in', about, [])
    expect(product.json(), product.body).toMatchObject({ catalogued: true, product: { target: 'water' } })
  })

  it('keeps what arrived when a piece is cut off, and rejects another offset', async () => {
    const bytes = content()
    const id = await begin(bytes.length)
    await tus.append(id, 0, bytes.subarray(0, 500))
    for (const offset of [0, 499, 501, bytes.length]) {
      const wrong = await tus.append(id, offset, bytes.subarray(500))
      expect([wrong.statusCode, wrong.json().detail]).toEqual([
        409,
        `500 bytes have arrived; continue there, not at ${offset}.`,
      ])
    }
    const long = await tus.append(id, 500, Buffer.concat([bytes.subarray(500), Buffer.alloc(1)]))
    expect(long.statusCode).toBe(413)
    const offset = Number((await tus.head(id)).headers['upload-offset'])
    await tus.append(id, offset, bytes.subarray(offset))
    expect((await ingestRaster({ upload: id, sha256: sha256(bytes) })).json().catalogued).toBe(true)
  })

  it('answers again that it is complete, and takes no byte more', async () => {
    const bytes = content()
    const id = await send(bytes)
    const again = await tus.append(id, bytes.length, Buffer.alloc(0))
    expect([again.statusCode, again.headers['upload-offset']]).toEqual([204, String(bytes.length)])
    const surplus = await tus.append(id, bytes.length, Buffer.alloc(1))
    expect(surplus.statusCode).toBe(413)
    expect(surplus.json().detail).toBe(
      `More bytes arrived than the ${bytes.length} that this upload announced.`,
    )
    expect((await tus.head(id)).headers['upload-offset']).toBe(String(bytes.length))
    expect((await ingestRaster({ upload: id, sha256: sha256(bytes) })).json().catalogued).toBe(true)
  })

  it('is written by one request at a time', async () => {
    const bytes = content(200_000)
    const id = await begin(bytes.length)
    const answers = await Promise.all([tus.append(id, 0, bytes), tus.append(id, 0, bytes)])
    const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)
    expect(statuses[0]).toBe(204)
    expect([409, 423]).toContain(statuses[1])
    expect((await ingestRaster({ upload: id, sha256: sha256(bytes) })).json().catalogued).toBe(true)
  })

  it('with another hash than announced is removed and catalogued nowhere', async () => {
    const count = async () => (await service.services.db.select().from(assets)).length
    const before = [await count(), await leftovers(service)]
    const id = await send(content())
    const answer = await ingestRaster({ upload: id, sha256: '0'.repeat(64) })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      expect.stringMatching(/^The file arrived with/),
    ])
    expect([await count(), await leftovers(service)]).toEqual(before)
    expect((await tus.get(id)).statusCode).toBe(404)
  })

  it('with another hash stays if another call has taken it over meanwhile', async () => {
    const { db, files: store } = service.services
    const bytes = content()
    const id = await send(bytes)
    const key = `rasters/${id}`
    await db.update(uploads).set({ sha256: null }).where(eq(uploads.id, id))
    const overtaken: FileStore = {
      ...store,
      async read(...asked) {
        const about = { name: 'a.tif', key, mediaType: 'image/tiff', size: bytes.length }
        await transactionWithAudit(db, (tx) => insertFile(tx, { ...about, sha256: sha256(bytes) }, person.id))
        return store.read(...asked)
      },
    }
    const taking = take({ ...service.services, files: overtaken }, person.id, id, '0'.repeat(64))
    await expect(taking).rejects.toMatchObject({ kind: 'bad-request' })
    expect(await store.size(key)).toBe(bytes.length)
  })

  it('is hashed from the store when this process did not receive all of it', async () => {
    const bytes = content()
    const id = await send(bytes)
    await service.services.db.update(uploads).set({ sha256: null, complete: false }).where(eq(uploads.id, id))
    expect((await tus.head(id)).headers['upload-offset']).toBe(String(bytes.length))
    expect((await ingestRaster({ upload: id })).json().asset.sha256).toBe(sha256(bytes))
  })

  it('is handed to a worker when the caller does not wait', async () => {
    const real = await createTestService({ queue: 'real' })
    try {
      const staff = await real.logIn('staff')
      const mine = tusOf(real, staff)
      const bytes = content()
      const { id } = (await mine.create(bytes.length)).json()
      await mine.append(id, 0, bytes)
      const answer = await real.inject({
        method: 'POST',
        url: '/raster/v1/assets',
        headers: {
          ...staff.headers,
          prefer: 'respond-async',
          'content-type': 'multipart/form-data; boundary=b',
        },
        payload: `--b\r\ncontent-disposition: form-data; name="upload"\r\n\r\n${id}\r\n--b--\r\n`,
      })
      expect([answer.statusCode, answer.json().status, answer.json().sha256]).toEqual([
        202,
        'received',
        sha256(bytes),
      ])
      expect((await mine.list()).json().content).toEqual([])
    } finally {
      await real.close()
    }
  })
})

describe('an upload that is not accepted', () => {
  it.each([
    ['elevation.png', 100, 422, /does not end in .tif/],
    ['', 100, 422, /does not end in .tif/],
    ['elevation.tif', 0, 400, /Upload-Length must be a whole number of at least 1/],
    ['elevation.tif', '1e3', 400, /whole number/],
    ['elevation.tif', -5, 400, /whole number/],
    ['elevation.tif', 65 * 2 ** 30, 413, /at most 64 GiB/],
  ])('%j of %s bytes answers %i', async (name, size, status, sentence) => {
    const answer = await tus.create(size, name)
    expect([answer.statusCode, answer.json().detail]).toEqual([status, expect.stringMatching(sentence)])
  })
  it('names its file and protocol in a readable way', async () => {
    const broken = await tus.create(100, 'a.tif', { 'upload-metadata': 'filename ***' })
    expect(broken.statusCode).toBe(400)
    const deferred = await tus.create(100, 'a.tif', { 'upload-defer-length': '1' })
    expect(deferred.statusCode).toBe(400)
    const old = await tus.create(100, 'a.tif', { 'tus-resumable': '0.2.2' })
    expect([old.statusCode, old.headers['tus-version']]).toEqual([412, '1.0.0'])
  })
  it('keeps a hostile name as text only', async () => {
    const made = await tus.create(100, '../../etc/x\r\nSet-Cookie: a=b\u0000.tif')
    expect(made.statusCode).toBe(201)
    expect(made.headers['set-cookie']).toBeUndefined()
    expect(made.json().name).toBe('xSet-Cookie: a=b.tif')
  })
  it('is no TIFF by its first bytes: nothing is kept', async () => {
    const id = await begin(100)
    const answer = await tus.append(id, 0, Buffer.from(`<html>${' '.repeat(94)}`))
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      expect.stringContaining('is not a GeoTIFF but'),
    ])
    expect((await tus.head(id)).headers['upload-offset']).toBe('0')
  })
  it('has another media type than a piece', async () => {
    const id = await begin(100)
    expect((await tus.append(id, 0, content(), 'application/octet-stream')).statusCode).toBe(415)
  })
  it('is over the quota, which a plain upload counts towards too', async () => {
    const first = await tus.create(30 * 2 ** 20)
    expect(first.statusCode).toBe(201)
    const second = await tus.create(11 * 2 ** 20)
    expect([second.statusCode, second.json().detail]).toEqual([
      413,
      expect.stringMatching(
        /^Your storage limit for rasters is 0.04 GiB. Only 0.01 GiB are left, too little/,
      ),
    ])
    const file = { field: 'file', name: 'large.tif', content: content(11 * 2 ** 20) }
    const plain = await post(service, person, '/raster/v1/assets', { band_names: 'over_quota' }, [file])
    expect([plain.statusCode, plain.json().detail]).toEqual([413, second.json().detail])
    expect((await tus.remove(first.json().id)).statusCode).toBe(204)
    expect((await tus.create(11 * 2 ** 20)).statusCode).toBe(201)
  })
  it('is over the quota together with the other files of its form', async () => {
    await tus.create(QUOTA - 2 ** 20)
    const sheet = { field: 'sheet', name: 'bands.csv', content: Buffer.from('file,name\na.tif,too_many\n') }
    const rasters = ['a', 'b', 'c'].map((name) => ({
      field: 'rasters',
      name: `${name}.tif`,
      content: content(400_000),
    }))
    const answer = await post(service, person, '/raster/v1/bands/bulk', {}, [sheet, ...rasters])
    expect([answer.statusCode, answer.json().detail]).toEqual([
      413,
      expect.stringMatching(/^Your storage limit for rasters is 0.04 GiB. Only 0.00 GiB are left/),
    ])
  })
  it('is over the quota together with a file that arrives at the same time', async () => {
    await tus.create(QUOTA - 2 * 2 ** 20)
    const send = (way: string, name: string, headers = {}) =>
      post(service, { ...person, headers: { ...person.headers, ...headers } }, way, { band_names: name }, [
        { field: 'file', name: `${name}.tif`, content: content(1.2 * 2 ** 20) },
      ])
    const answers = await Promise.all([
      send('/raster/v1/assets', 'race_a'),
      send('/raster/v1/assets', 'race_b', { prefer: 'respond-async' }),
      send('/raster/v1/assets', 'race_c'),
    ])
    expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
    const rejected = answers.filter(({ statusCode }) => statusCode === 413)
    expect(rejected).toHaveLength(2)
    for (const answer of rejected) expect(answer.json().detail).toMatch(/^Your storage limit for rasters/)
  })
  it('is the seventy-first of a person', async () => {
    for (let n = 0; n < 70; n++) expect((await tus.create(100)).statusCode).toBe(201)
    const answer = await tus.create(100)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      409,
      'You have reached the limit of 70 unfinished uploads. Finish or discard one first.',
    ])
  })
  it.each([
    [{ upload: 'not-an-id' }, 422],
    [{ upload: '' }, 422],
    [{ upload: '6f0c0f5e-8f5e-4d0a-9c35-6d1a9f3b2a10' }, 404],
  ])('cannot be taken in as %j', async (fields, status) => {
    expect((await ingestRaster(fields)).statusCode).toBe(status)
  })
  it('cannot be named beside a file', async () => {
    const file = { field: 'file', name: 'a.tif', content: content() }
    const upload = await send(content())
    const answer = await post(service, person, '/raster/v1/assets', { upload }, [file])
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      "Send 'file' or name an 'upload', not both.",
    ])
  })
})

describe("another person's upload", () => {
  it('can neither be seen, continued, taken in nor discarded, not even by an admin', async () => {
    const bytes = content()
    const id = await begin(bytes.length)
    await tus.append(id, 0, bytes.subarray(0, 500))
    for (const role of ['staff', 'admin'] as const) {
      const other = await service.logIn(role)
      const theirs = tusOf(service, other)
      expect((await theirs.list()).json().content).toEqual([])
      for (const answer of [
        await theirs.get(id),
        await theirs.head(id),
        await theirs.append(id, 500, bytes.subarray(500)),
        await theirs.remove(id),
        await ingestRaster({ upload: id }, other),
      ])
        expect(answer.statusCode).toBe(404)
    }
    expect((await tus.head(id)).headers['upload-offset']).toBe('500')
  })
})

describe('what nobody continues', () => {
  it('is discarded on request, with its bytes', async () => {
    const before = await leftovers(service)
    const id = await begin(5000)
    await tus.append(id, 0, content().subarray(0, 2000))
    expect((await tus.remove(id)).statusCode).toBe(204)
    expect((await tus.head(id)).statusCode).toBe(404)
    expect(await leftovers(service)).toEqual(before)
    const { rows } = await service.services.db.execute(
      sql`select action, record from audit_log where user_id = ${person.id} order by id`,
    )
    expect(rows).toEqual([
      { action: 'begin-upload', record: null },
      { action: 'discard-upload', record: `uploads:${id}` },
    ])
  })
  it('expires: it is gone at once, and its bytes with the next sweep', async () => {
    const before = await leftovers(service)
    const unfinished = await begin(5000)
    await tus.append(unfinished, 0, content().subarray(0, 2000))
    const finished = await send(content())
    const kept = await begin(5000)
    for (const id of [unfinished, finished])
      await service.services.db
        .update(uploads)
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where(eq(uploads.id, id))
    expect((await tus.head(unfinished)).statusCode).toBe(404)
    expect((await tus.list()).json().content.map(({ id }: { id: string }) => id)).toEqual([kept])
    expect(await sweepLoose(service.services)).toBe(2)
    expect(await leftovers(service)).toEqual(before)
  })
  it('expires by the clock of the database, not by that of one of its processes', async () => {
    const bytes = content()
    const hours = (at: unknown) => (Date.parse(String(at)) - now) / 3_600_000
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + 48 * 3_600_000 })
    try {
      const made = await tus.create(bytes.length)
      expect(hours(made.json().expires_at)).toBeCloseTo(24, 1)
      const { id } = made.json()
      const piece = await tus.append(id, 0, bytes.subarray(0, 1000))
      expect(hours(piece.headers['upload-expires'])).toBeCloseTo(24, 1)
      vi.setSystemTime(now + 96 * 3_600_000)
      expect((await tus.append(id, 1000, bytes.subarray(1000))).statusCode).toBe(204)
      expect((await ingestRaster({ upload: id })).json().catalogued).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
  it('does not expire, and is not swept, while a piece arrives', async () => {
    const { services } = service
    const bytes = content()
    const id = await begin(bytes.length)
    const mine = eq(uploads.id, id)
    const expiresAt = async () => (await services.db.select().from(uploads).where(mine))[0].expires_at
    const expireAt = (expires_at: Date) => services.db.update(uploads).set({ expires_at }).where(mine)
    await expireAt(new Date(Date.now() + 5000))
    async function* piece() {
      yield bytes.subarray(0, 2000)
      expect((await expiresAt()).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
      await expireAt(new Date(Date.now() - 1000))
      expect(await sweepLoose(services)).toBe(0)
      await expect.poll(async () => (await expiresAt()).getTime()).toBeGreaterThan(Date.now())
      yield bytes.subarray(2000)
    }
    expect(await append(services, person.id, id, 0, piece())).toMatchObject({ complete: true })
    expect((await ingestRaster({ upload: id, sha256: sha256(bytes) })).json().catalogued).toBe(true)
  })
})

describe('the protocol', () => {
  it('is described without a token', async () => {
    const answer = await service.app.inject({ method: 'OPTIONS', url: '/api/v1/uploads' })
    expect([answer.statusCode, answer.headers]).toMatchObject([
      204,
      {
        'tus-version': '1.0.0',
        'tus-extension': 'creation,expiration,termination',
        'tus-max-size': String(64 * 2 ** 30),
      },
    ])
  })
  it('works for an access token that may write', async () => {
    const made = await service.inject({
      method: 'POST',
      url: '/users/me/access-tokens',
      headers: person.headers,
      payload: { name: 'script', scopes: ['read', 'write'], expires_in_days: 1 },
    })
    expect(made.statusCode, made.body).toBe(200)
    const headers = { authorization: `Bearer ${made.json().token}`, ...TUS }
    expect((await service.inject({ url: '/uploads', headers })).statusCode).toBe(200)
  })
  it('stores the bytes only where the store keeps files that grow', async () => {
    const folder = join(service.services.config.dataDir, 'files', '.growing')
    const id = await begin(5000)
    await tus.append(id, 0, content().subarray(0, 2000))
    expect(await readdir(folder)).toContain(`rasters-${id}`)
    expect(
      await service.services.db
        .select()
        .from(files)
        .where(eq(files.key, `rasters/${id}`)),
    ).toEqual([])
  })
})
