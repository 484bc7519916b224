import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, or } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { assets, files, job_outputs, loose_files, products, zip_streams } from '../../service/db/schema.ts'
import { openFileStore } from '../../service/files/open-file-store.ts'
import { raster } from '../fixtures/configuration/country-folder.ts'
import { multipart } from '../fixtures/configuration/send.ts'
import { type LayerFixture, createLayerFixture } from '../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../support/service.ts'
import { type Bucket, createBucket } from './bucket.ts'

/** Everything over HTTP, as from outside; only a worker's results are written into the database directly. */
let bucket: Bucket
let service: TestService
let person: TestPerson
let fixture: LayerFixture
let port: number
let root: string
let folder: string
beforeAll(async () => {
  bucket = await createBucket()
  service = await createTestService()
  service.services.files = openFileStore({ filesUrl: bucket.url, dataDir: service.services.config.dataDir })
  person = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, person.id)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as AddressInfo).port
  root = `http://127.0.0.1:${port}`
  service.services.config.apiPublicUrl = root
  folder = mkdtempSync(join(tmpdir(), 'strata-s3-app-'))
})
afterAll(async () => {
  await service.close()
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Longer than several parts of an upload to the store (8 MiB each); readers ignore what follows the image. */
const padded = (mebibytes: number) =>
  Buffer.concat([raster((x, y) => x + y), randomBytes(mebibytes * 2 ** 20)])
const call = (
  path: string,
  options: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) => fetch(root + BASE_PATH + path, { ...options, headers: { ...person.headers, ...options.headers } })
const json = (path: string, body: object) =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
function send(path: string, content: Buffer, fields: Record<string, string> = {}) {
  const { payload, headers } = multipart(fields, [{ field: 'file', name: 'surface.tif', content }])
  return call(path, { method: 'POST', headers, body: new Uint8Array(payload) })
}
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const rows = async (table: typeof assets | typeof files | typeof loose_files | typeof products) =>
  (await service.services.db.select().from(table)).length
/** Everything that an upload could leave behind. */
const state = async () => ({
  keys: (await bucket.keys()).sort(),
  unfinished: await bucket.unfinished(),
  assets: await rows(assets),
  files: await rows(files),
  products: await rows(products),
  loose: await rows(loose_files),
})

const ABOUT = {
  iso3_code: 'tgo',
  target: 'water',
  source: 'DHS',
  source_wave: '2018',
  data_description: 'Checked in',
  unit: '%',
}

let sentAssets = 0
async function sendAsset(content: Buffer): Promise<{ id: number; sha256: string }> {
  const answer = await send('/raster/v1/assets', content, { band_names: `sent-${++sentAssets}` })
  const body = (await answer.json()) as { asset: { id: number; sha256: string } }
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body.asset
}

describe('streamed into the bucket', () => {
  it('a raster asset, in several parts, downloaded whole and in part, removed with its object and its COG', async () => {
    const before = await state()
    const content = padded(20)
    const asset = await sendAsset(content)
    const stored = await service.services.db
      .select({ key: files.key })
      .from(assets)
      .innerJoin(files, or(eq(files.id, assets.file_id), eq(files.id, assets.cog_file_id)))
      .where(eq(assets.id, asset.id))
    expect(stored).toHaveLength(2)
    const after = await state()
    expect(after).toMatchObject({ unfinished: [], loose: 0, assets: before.assets + 1 })
    expect(after.keys.filter((one) => !before.keys.includes(one))).toEqual(
      stored.map(({ key }) => `strata/${key}`).sort(),
    )
    expect(asset.sha256).toBe(sha256(content))
    const url = `/raster/v1/assets/${asset.id}/download`
    expect(sha256(await bytesOf(await call(url)))).toBe(asset.sha256)
    const part = await call(url, { headers: { range: 'bytes=9000000-9000099' } })
    expect(part.status).toBe(206)
    expect((await bytesOf(part)).equals(content.subarray(9_000_000, 9_000_100))).toBe(true)
    expect((await call(`/raster/v1/assets/${asset.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await state()).toEqual(before)
  })

  it('a checked-in product that opens by a signed link, whole, in part and with HEAD', async () => {
    const content = padded(9)
    const answer = await send('/interpolation/raster/check-in', content, {
      ...ABOUT,
      sha256: sha256(content),
    })
    const { product } = (await answer.json()) as { product: { id: number } }
    expect(answer.status).toBe(200)
    expect((await state()).loose).toBe(0)
    const linked = await call(`/interpolation/download-link/${product.id}?ext=tif`)
    const { url } = (await linked.json()) as { url: string }
    // Only the link: no session.
    expect((await bytesOf(await fetch(url))).equals(content)).toBe(true)
    const part = await fetch(url, { headers: { range: 'bytes=-1000' } })
    expect([part.status, (await bytesOf(part)).equals(content.subarray(-1000))]).toEqual([206, true])
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)])
    const beyond = await fetch(url, { headers: { range: `bytes=${content.length}-` } })
    expect(beyond.status).toBe(416)
    await beyond.arrayBuffer()
    const change = { method: 'PUT', headers: { 'content-type': 'application/json' } }
    const items = [{ id: product.id, status: 'retired' }]
    await call('/interpolation/bulk/', { ...change, body: JSON.stringify({ items }) })
    expect((await fetch(url)).status).toBe(410)
  })

  it.each([
    ['what is only to be inspected', '/raster/v1/assets', () => padded(9), { dry_run: 'true' }, 200],
    ['what is no raster', '/raster/v1/assets', () => randomBytes(9 * 2 ** 20), {}, 422],
    ['what changed on its way', '/raster/v1/assets', () => padded(9), { sha256: '0'.repeat(64) }, 400],
    [
      'a product of nowhere',
      '/interpolation/raster/check-in',
      () => padded(9),
      { ...ABOUT, iso3_code: 'XYZ' },
      422,
    ],
  ])('nothing of %s', async (_what, path, content, fields, status) => {
    const before = await state()
    const answer = await send(path, content(), fields)
    expect(answer.status, await answer.text()).toBe(status)
    expect(await state()).toEqual(before)
  })

  it.each(['/raster/v1/assets', '/interpolation/raster/check-in'])(
    'nothing of an upload to %s that is interrupted at any moment',
    async (path) => {
      const before = await state()
      const { payload, headers } = multipart(ABOUT, [{ field: 'file', name: 'a.tif', content: padded(24) }])
      for (const share of [0.01, 0.4, 0.99]) {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write(
          `POST ${BASE_PATH}${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${person.headers.authorization}\r\n` +
            `content-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
        )
        const sent = payload.subarray(0, Math.floor(payload.length * share))
        await new Promise((resolve) => socket.write(sent, resolve))
        await expect.poll(() => rows(loose_files), { timeout: 10_000 }).toBe(1)
        socket.destroy()
        await expect.poll(state, { timeout: 20_000 }).toEqual(before)
      }
    },
  )
})

it('lists the uploads that are left when the bucket has ended one of them', async () => {
  const begin = async (size: number) => {
    const metadata = `filename ${Buffer.from('a.tif').toString('base64')}`
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(size), 'upload-metadata': metadata }
    return ((await (await call('/uploads', { method: 'POST', headers })).json()) as { id: string }).id
  }
  const content = padded(1)
  const id = await begin(2 * content.length)
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  const sent = await call(`/uploads/${id}`, { method: 'PATCH', headers, body: new Uint8Array(content) })
  expect(sent.status).toBe(204)
  await bucket.abortUploads()
  const other = await begin(100)
  const listed = (await (await call('/uploads')).json()) as { content: { id: string }[] }
  expect(listed.content.map((upload) => upload.id)).toEqual([other])
  const gone = await call(`/uploads/${id}`)
  expect([gone.status, ((await gone.json()) as { detail: string }).detail]).toEqual([
    404,
    expect.stringMatching(/^You have no upload/),
  ])
  for (const one of [id, other])
    await call(`/uploads/${one}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  expect(await bucket.unfinished()).toEqual([])
})

describe('a zip from the bucket', () => {
  const contents = { mean: padded(12), lower: padded(9) }
  let jobId: number
  const keys: Record<string, string> = {}
  beforeAll(async () => {
    jobId = await fixture.addJob({ status: 'completed' })
    for (const [type, content] of Object.entries(contents)) {
      const asset = await sendAsset(content)
      const [file] = await service.services.db
        .select({ id: files.id, key: files.key })
        .from(assets)
        .innerJoin(files, eq(files.id, assets.file_id))
        .where(eq(assets.id, asset.id))
      await service.services.db
        .update(files)
        .set({ name: `${type}.tif` })
        .where(eq(files.id, file.id))
      await service.services.db.insert(job_outputs).values({ job_id: jobId, type, file_id: file.id })
      keys[type] = file.key
    }
  })
  const prepare = () =>
    json('/modeling/v1/jobs/download-zips', { job_ids: [jobId], user_email: person.email })
  const ready = async () => {
    const answer = await prepare()
    expect(answer.status).toBe(200)
    return (await answer.json()) as { url: string; size: number; files: number }
  }
  const streamsEnd = () =>
    expect.poll(() => service.services.db.select().from(zip_streams), { timeout: 10_000 }).toEqual([])

  it('is whole: the stored files, with their checksums, as unzip sees it', async () => {
    const { url, size, files: count } = await ready()
    expect(count).toBe(2)
    const zip = await bytesOf(await fetch(url))
    expect(zip.length).toBe(size)
    const path = join(folder, 'whole.zip')
    writeFileSync(path, zip)
    execFileSync('unzip', ['-tq', path])
    const to = join(folder, 'unpacked')
    execFileSync('unzip', ['-q', '-o', path, '-d', to])
    const check = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: to,
      encoding: 'utf8',
    })
    expect(check.match(/: OK/g)).toHaveLength(2)
    for (const content of Object.values(contents)) expect(zip.includes(content.subarray(-4096))).toBe(true)
    await streamsEnd()
  })

  it('resumes an interrupted download with the same bytes', async () => {
    const { url, size } = await ready()
    const stop = new AbortController()
    const broken = await fetch(url, { signal: stop.signal })
    const etag = broken.headers.get('etag')!
    const reader = broken.body!.getReader()
    const got: Uint8Array[] = []
    let length = 0
    while (length < 5_000_000) {
      const { value } = await reader.read()
      got.push(value!)
      length += value!.length
    }
    stop.abort()
    await streamsEnd()
    const rest = await fetch(url, { headers: { range: `bytes=${length}-`, 'if-range': etag } })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${length}-${size - 1}/${size}`,
    ])
    const resumed = Buffer.concat([...got, await bytesOf(rest)])
    await streamsEnd()
    const whole = await bytesOf(await fetch(url))
    expect(resumed.equals(whole)).toBe(true)
    await streamsEnd()
    const tail = await bytesOf(await fetch(url, { headers: { range: 'bytes=-300' } }))
    expect(tail.equals(whole.subarray(-300))).toBe(true)
    await streamsEnd()
  })

  it('answers 404 with a list if objects are missing, when requested and when opened', async () => {
    const { url } = await ready()
    for (const type of ['mean', 'lower']) await service.services.files.remove(keys[type])
    const answers = [await prepare(), await fetch(url)]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      const { errors } = (await answer.json()) as { errors: { message: string }[] }
      expect(errors.map(({ message }) => message).sort()).toEqual([
        `tst-water-sim-2024-r1-${jobId}/lower.tif is missing.`,
        `tst-water-sim-2024-r1-${jobId}/mean.tif is missing.`,
      ])
    }
    await streamsEnd()
  })
})
