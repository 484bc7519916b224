import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { eq } from '#drizzle'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BASE_PATH } from '#contract/endpoint.ts'
import { fileSize } from '#common/file-size.ts'
import { file_crcs, files, job_outputs, mail_outbox, users, zip_streams, zips } from '#service/db/schema.ts'
import { storeFile } from '../../support/store-file.ts'
import { type LayerFixture, createLayerFixture, seeded } from '../../support/jobs/layer-fixture.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

interface Ready {
  url: string
  size: number
  files: number
  msg: string
}

let service: TestService
let viewer: TestPerson
let fixture: LayerFixture
let port: number
let folder: string
const jobs: number[] = []

async function addOutputs(jobId: number, names: Record<string, Buffer>): Promise<void> {
  for (const [type, content] of Object.entries(names)) {
    const end = { cells: 'parquet', adm: 'csv', mean: 'tif', width: 'tif', diagnostics: 'json' }[type]
    const file = await storeFile(service.services, {
      name: `${type}.${end}`,
      mediaType: 'application/octet-stream',
      content,
      createdBy: null,
      folder: `jobs/${jobId}`,
    })
    await service.services.db.insert(job_outputs).values({ job_id: jobId, type, file_id: file.id })
  }
}

beforeAll(async () => {
  service = await createTestService()
  const owner = await service.logIn('staff')
  fixture = await createLayerFixture(service.services, owner.id)
  for (let i = 0; i < 2; i++) {
    const id = await fixture.addJob({ status: 'completed' })
    jobs.push(id)
    await addOutputs(id, {
      mean: randomBytes(3_000_000),
      adm: Buffer.from(`code,value\nA,${i}\n`),
      diagnostics: Buffer.from('{}'),
      cells: randomBytes(100),
      width: randomBytes(100),
    })
  }
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  port = (service.app.server.address() as { port: number }).port
  folder = mkdtempSync(join(tmpdir(), 'strata-zips-'))
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  viewer = await service.logIn('viewer')
})

const ask = (payload: object, person = viewer) =>
  service.inject({
    method: 'POST',
    url: '/modeling/v1/jobs/download-zips',
    payload: { user_email: person.email, ...payload },
    headers: person.headers,
  })
const ready = async (payload: object = { job_ids: jobs }): Promise<Ready> => {
  const response = await ask(payload)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const pathOf = (url: string) => url.slice(url.indexOf(BASE_PATH) + BASE_PATH.length)
const open = (url: string, headers: Record<string, string> = {}) =>
  service.inject({ url: pathOf(url), headers })
const listing = (zip: Buffer): string[] => {
  const path = join(folder, 'listed.zip')
  writeFileSync(path, zip)
  execFileSync('unzip', ['-t', path])
  return execFileSync('unzip', ['-Z1', path], { encoding: 'utf8' }).trim().split('\n')
}
/** Unless stated otherwise a stream is open: it ends a moment after its last byte. */
const streamsEnd = () => expect.poll(() => service.services.db.select().from(zip_streams)).toEqual([])

describe('a zip of jobs', () => {
  it("is a link to a whole zip without .parquet, with its files' checksums, and is emailed", async () => {
    const made = await ready()
    expect(made.files).toBe(6)
    expect(made.msg).toBe(
      `6 files (${fileSize(made.size)}) ready to download. The link was also sent to ${viewer.email}.`,
    )
    const answer = await open(made.url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(made.size),
      'accept-ranges': 'bytes',
    })
    const names = listing(answer.rawPayload)
    const [a, b] = jobs.map((id) => `tst-water-sim-2024-r1-${id}`)
    expect(names).toEqual([
      'SHA256SUMS',
      `${a}/mean.tif`,
      `${a}/adm.csv`,
      `${a}/diagnostics.json`,
      `${b}/mean.tif`,
      `${b}/adm.csv`,
      `${b}/diagnostics.json`,
    ])
    const to = join(folder, 'unpacked')
    execFileSync('unzip', ['-q', '-o', join(folder, 'listed.zip'), '-d', to])
    const check = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: to,
      encoding: 'utf8',
    })
    expect(check.match(/: OK/g)).toHaveLength(6)

    const mails = await service.services.db
      .select()
      .from(mail_outbox)
      .where(eq(mail_outbox.recipient, viewer.email))
    expect(mails).toHaveLength(1)
    expect(mails[0].data).toMatchObject({ link: made.url, text: expect.stringContaining(made.url) })
    expect((mails[0].data as { text: string }).text).toMatch(/^Your download is ready: .+\.zip, 6 files \(/)
  })

  it('excludes named files, by suffix, case-insensitive, and never includes .parquet', async () => {
    for (const [excludedFiles, left] of [
      [['.TIF'], 4],
      [['mean.tif', '.json'], 2],
      [['nothing.like.it'], 6],
    ] as const) {
      const made = await ready({ job_ids: jobs, excludedFiles })
      expect(made.files).toBe(left)
    }
    const all = await ask({ job_ids: jobs, excludedFiles: ['.tif', '.csv', '.json'] })
    expect([all.statusCode, all.json().detail]).toEqual([
      422,
      'There is nothing to download: every file is excluded.',
    ])
  })

  it('accepts the address as the specification writes it, in either form and any case', async () => {
    expect((await ask({ job_ids: jobs, user_email: { email: viewer.email } })).statusCode).toBe(200)
    expect(
      (await ask({ job_ids: [...jobs, jobs[0]], user_email: viewer.email.toUpperCase() })).json().files,
    ).toBe(6)
  })
})

describe('resuming an interrupted download', () => {
  it('gives every range the bytes of the whole, even if no checksum was known yet', async () => {
    const made = await ready()
    await service.services.db.delete(file_crcs)
    // The end first: its checksums are computed by reading the files.
    const end = await open(made.url, { range: 'bytes=-500' })
    expect([end.statusCode, end.rawPayload.length]).toEqual([206, 500])
    const whole = (await open(made.url)).rawPayload
    await streamsEnd()
    expect(whole.length).toBe(made.size)
    expect(whole.subarray(-500).equals(end.rawPayload)).toBe(true)
    await expect.poll(() => service.services.db.select().from(file_crcs)).toHaveLength(6)
    const again = (await open(made.url)).rawPayload
    expect(again.equals(whole)).toBe(true)
    const size = made.size
    for (const [start, last] of [
      [0, 0],
      [0, 99],
      [50, 600],
      [1_000_000, 1_000_001],
      [2_999_000, 3_001_000],
      [size - 1, size - 1],
      [size - 2000, size - 100],
    ]) {
      const part = await open(made.url, { range: `bytes=${start}-${last}` })
      expect(part.statusCode).toBe(206)
      expect(part.rawPayload.equals(whole.subarray(start, last + 1)), `${start}-${last}`).toBe(true)
      await streamsEnd()
    }
    const etag = String((await open(made.url, { range: 'bytes=0-0' })).headers.etag)
    const goOn = await open(made.url, { range: 'bytes=4000000-', 'if-range': etag })
    expect(goOn.rawPayload.equals(whole.subarray(4_000_000))).toBe(true)
    const outside = await open(made.url, { range: `bytes=${size}-` })
    expect(outside.statusCode).toBe(416)
  })
})

describe('what is rejected before the first byte', () => {
  const before = async () => (await service.services.db.select().from(mail_outbox)).length
  it('another address, and values that could inject a header', async () => {
    const mails = await before()
    const other = await service.logIn('admin')
    const foreign = await ask({ job_ids: jobs, user_email: other.email })
    expect([foreign.statusCode, foreign.json().errors[0].field]).toEqual([403, 'user_email'])
    for (const user_email of [
      `${viewer.email}\r\nBcc: x@example.org`,
      { email: `${viewer.email}\n` },
      '',
      7,
      undefined,
      [viewer.email],
    ])
      expect((await ask({ job_ids: jobs, user_email })).statusCode).toBe(422)
    expect(await before()).toBe(mails)
  })

  it.each([
    [{}, 'job_ids'],
    [{ job_ids: [] }, 'job_ids'],
    [{ job_ids: Array.from({ length: 1001 }, (_, i) => i + 1) }, 'job_ids'],
    [{ job_ids: ['../1'] }, 'job_ids.0'],
    [{ job_ids: [1], excludedFiles: [''] }, 'excludedFiles.0'],
    [{ job_ids: [1], user_id: 1 }, 'user_id'],
  ])('the body %#', async (payload, field) => {
    const response = await ask(payload)
    expect([response.statusCode, response.json().errors[0].field]).toEqual([422, field])
  })

  it('jobs that do not exist or are not completed: the whole call, naming them', async () => {
    const pending = await fixture.addJob()
    const missing = await ask({ job_ids: [jobs[0], 99_999_998, 99_999_999] })
    expect(missing.statusCode).toBe(404)
    expect(missing.json().errors).toHaveLength(2)
    const early = await ask({ job_ids: [jobs[0], pending] })
    expect([early.statusCode, early.json().detail]).toEqual([
      409,
      `Job ${pending} is pending; only completed jobs have files to download.`,
    ])
  })

  it('missing or changed files: listed, when requested and again when the link is opened', async () => {
    const id = await fixture.addJob({ status: 'completed' })
    await addOutputs(id, { mean: randomBytes(1000), adm: Buffer.from('a'), diagnostics: Buffer.from('{}') })
    const made = await ready({ job_ids: [id] })
    const rows = await service.services.db
      .select({ key: files.key, type: job_outputs.type })
      .from(job_outputs)
      .innerJoin(files, eq(files.id, job_outputs.file_id))
      .where(eq(job_outputs.job_id, id))
    const keyOf = (type: string) => rows.find((row) => row.type === type)!.key
    await service.services.files.put(keyOf('adm'), Buffer.from('longer than it was'))
    const changed = await ask({ job_ids: [id] })
    expect(changed.statusCode).toBe(409)
    expect(changed.json().errors[0].message).toMatch(/adm\.csv has a different size/)
    await service.services.files.remove(keyOf('mean'))
    await service.services.files.remove(keyOf('diagnostics'))
    for (const answer of [await ask({ job_ids: [id, ...jobs] }), await open(made.url)]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json().errors.map(({ message }: { message: string }) => message)).toEqual([
        `tst-water-sim-2024-r1-${id}/mean.tif is missing.`,
        `tst-water-sim-2024-r1-${id}/diagnostics.json is missing.`,
      ])
    }
    await streamsEnd()
  })
})

/** Reads from the real port; `pause` stops the reader after the first bytes. */
function download(url: string, onBytes?: (stop: () => void) => void | Promise<void>) {
  return new Promise<{ status: number; bytes: number; whole: boolean }>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: BASE_PATH + pathOf(url) }, (answer) => {
      let bytes = 0
      const done = (whole: boolean) => resolve({ status: answer.statusCode ?? 0, bytes, whole })
      answer.on('data', (chunk: Buffer) => {
        const first = bytes === 0
        bytes += chunk.length
        if (!first || !onBytes) return
        answer.pause()
        void Promise.resolve(onBytes(() => call.destroy())).then(() => answer.resume())
      })
      answer.on('end', () => done(answer.complete))
      answer.on('error', () => done(false))
      answer.on('aborted', () => done(false))
    })
    call.on('error', reject)
    call.end()
  })
}

describe('while streaming', () => {
  it.each([
    ['vanishes', 'not known'],
    ['changes', 'not known'],
    ['changes', 'known since it was stored'],
    ['shrinks', 'not known'],
  ])(
    'a file that %s in the middle breaks the connection: never a zip that looks complete (its checksum was %s)',
    async (how, sum) => {
      const id = await fixture.addJob({ status: 'completed' })
      await addOutputs(id, { mean: randomBytes(20_000_000), adm: Buffer.from('code,value\n') })
      const made = await ready({ job_ids: [id] })
      const { files: store } = service.services
      const [adm] = (
        await service.services.db
          .select({ id: files.id, key: files.key, type: job_outputs.type })
          .from(job_outputs)
          .innerJoin(files, eq(files.id, job_outputs.file_id))
          .where(eq(job_outputs.job_id, id))
      ).filter(({ type }) => type === 'adm')
      if (sum !== 'not known')
        await service.services.db
          .insert(file_crcs)
          .values({ file_id: adm.id, crc32: crc32(Buffer.from('code,value\n')) })
      const result = await download(made.url, async () => {
        if (how === 'vanishes') await store.remove(adm.key)
        if (how === 'changes') await store.put(adm.key, Buffer.from('code,VALUE\n'))
        if (how === 'shrinks') await store.put(adm.key, Buffer.from('code'))
      })
      expect(result).toMatchObject({ status: 200, whole: false })
      expect(result.bytes).toBeLessThan(made.size)
      await streamsEnd()
    },
  )

  it('allows two per person at once, over all processes, and a third when one has ended', async () => {
    const id = await fixture.addJob({ status: 'completed' })
    await addOutputs(id, { mean: randomBytes(30_000_000) })
    const { url } = await ready({ job_ids: [id] })
    let open: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      open = resolve
    })
    const running: Promise<unknown>[] = []
    for (let i = 0; i < 2; i++)
      await new Promise<void>((started) => {
        running.push(
          download(url, () => {
            started()
            return held
          }),
        )
      })
    const third = await service.inject({ url: pathOf(url) })
    expect(third.statusCode).toBe(429)
    expect(third.headers['retry-after']).toBe('10')
    // Another person is not affected.
    const other = await service.logIn('staff')
    const theirs = (await ask({ job_ids: [jobs[0]] }, other)).json<Ready>()
    expect((await download(theirs.url)).whole).toBe(true)
    open()
    for (const result of await Promise.all(running))
      expect(result).toMatchObject({ status: 200, whole: true })
    await streamsEnd()
    expect(await download(url)).toMatchObject({ status: 200, whole: true })
  })

  it('forgets streams whose readers disconnected at any moment', async () => {
    const { url } = await ready()
    const random = seeded(3)
    const answers: number[] = []
    const begun = performance.now()
    await download(url)
    const wholeMs = performance.now() - begun
    await streamsEnd()
    for (let n = 0; n < 25; n++)
      await new Promise<void>((resolve) => {
        const range = `bytes=${Math.floor(random() * 6_000_000)}-`
        const call = get({
          host: '127.0.0.1',
          port,
          path: BASE_PATH + pathOf(url),
          headers: n % 2 ? { range } : {},
          agent: false,
        })
        const leave = () => setTimeout(() => call.destroy(), random() * wholeMs)
        call.on('error', () => {}).on('close', resolve)
        call.on('response', (answer) => {
          answers.push(answer.statusCode ?? 0)
          answer.on('error', () => {}).resume()
          if (n % 4 >= 2) leave()
        })
        if (n % 4 < 2) leave()
      })
    expect(answers).toContain(200)
    expect(answers).toContain(206)
    await streamsEnd()
    expect((await download(url)).whole).toBe(true)
    await streamsEnd()
  })

  it('forgets a stream whose reader disconnected, and one whose process died', async () => {
    const { url } = await ready()
    await download(url, (stop) => stop()).catch(() => {})
    await streamsEnd()
    const lost = new Date(Date.now() - 60_000)
    await service.services.db
      .insert(zip_streams)
      .values([1, 2, 3].map(() => ({ user_id: viewer.id, beat_at: lost })))
    expect((await download(url)).whole).toBe(true)
    await streamsEnd()
  })
})

it('opens nothing after its time, for people without access, and for no other id', async () => {
  const { url } = await ready()
  const [zip] = await service.services.db.select().from(zips).where(eq(zips.user_id, viewer.id))
  await service.services.db
    .update(zips)
    .set({ expires_at: new Date(0) })
    .where(eq(zips.id, zip.id))
  expect((await open(url)).statusCode).toBe(410)
  const next = await ready()
  // Rows that expired a day ago are deleted by the next request.
  expect(await service.services.db.select().from(zips).where(eq(zips.id, zip.id))).toEqual([])
  await service.services.db.update(users).set({ disabled_at: new Date() }).where(eq(users.id, viewer.id))
  expect((await open(next.url)).statusCode).toBe(410)
})
