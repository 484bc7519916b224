import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { eq, sql } from '#drizzle'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { assets, files } from '#service/db/schema.ts'
import { sweepLoose } from '#service/files/loose-files.ts'
import { raster } from '../fixtures/configuration/country-folder.ts'
import { multipart } from '../fixtures/configuration/send.ts'
import { type TestPerson, createPerson } from '../support/service.ts'
import { call } from './support/call.ts'
import { type FaultBench, createFaultBench } from './support/fault-service.ts'
import { freePort } from '../support/free-port.ts'
import { startServicePart, type ServicePart } from './support/part.ts'
import { mountSmallDisk } from './support/small-disk.ts'
import { until } from './support/times.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const PIECE = { ...TUS, 'content-type': 'application/offset+octet-stream' }
const NAME = Buffer.from('elevation.tif').toString('base64')
/** A raster, and bytes behind it that no reader looks at but that are all different. */
function content(mebibytes: number): Buffer {
  const rest = Buffer.alloc(mebibytes * 2 ** 20)
  for (let at = 0; at + 4 <= rest.length; at += 4) rest.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at)
  return Buffer.concat([raster((x, y) => x + y), rest])
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let bench: FaultBench
let person: TestPerson
beforeAll(async () => {
  bench = await createFaultBench()
  person = await createPerson(bench.service.services, 'staff')
})
afterEach(() => bench.endAll())
afterAll(() => bench.close())

async function begin({ base }: ServicePart, size: number): Promise<string> {
  const headers = { ...person.headers, ...TUS, 'upload-length': String(size) }
  const made = await call(`${base}/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-metadata': `filename ${NAME}` },
  })
  expect(made.status, made.body).toBe(201)
  return JSON.parse(made.body).id
}

async function offsetOf({ base }: ServicePart, id: string): Promise<number> {
  const { headers } = await call(`${base}/uploads/${id}`, {
    method: 'HEAD',
    headers: { ...person.headers, ...TUS },
  })
  return Number(headers['upload-offset'])
}

const append = ({ base }: ServicePart, id: string, offset: number, body: Buffer) =>
  call(`${base}/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...person.headers, ...PIECE, 'upload-offset': String(offset) },
    body,
  })

/** Begins to send the rest, and never ends. */
function sendPart({ base }: ServicePart, id: string, offset: number, bytes: Buffer, until: number) {
  const asked = request(`${base}/uploads/${id}`, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...person.headers,
      ...PIECE,
      'upload-offset': String(offset),
      'content-length': String(bytes.length - offset),
    },
  })
  asked.on('error', () => {})
  asked.write(bytes.subarray(offset, until))
  return asked
}

const growing = (id: string) =>
  join(bench.service.services.config.dataDir, 'files', '.growing', `rasters-${id}`)
const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0

async function ingestRaster({ base }: ServicePart, fields: Record<string, string>) {
  const { payload, headers } = multipart(fields, [])
  const answer = await call(`${base}/raster/v1/assets`, {
    method: 'POST',
    headers: { ...headers, ...person.headers, prefer: 'respond-async' },
    body: payload,
  })
  return { status: answer.status, body: JSON.parse(answer.body) }
}

describe('F07 the service is killed during a resumable upload', () => {
  it('continues from what was kept, five times, and ends with the same bytes', async () => {
    const bytes = content(64)
    const { db } = bench.service.services
    let part = await bench.serve()
    const id = await begin(part, bytes.length)
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const offset = await offsetOf(part, id)
      const sent = Math.floor(bytes.length * share)
      sendPart(part, id, offset, bytes, sent)
      await until(
        'half of the piece is stored',
        10_000,
        async () => (await sizeOf(growing(id))) > (offset + sent) / 2,
      )
      await part.end()
      expect(await db.select().from(assets).where(eq(assets.created_by, person.id))).toEqual([])
      part = await bench.serve()
      const kept = await offsetOf(part, id)
      expect(kept).toBeGreaterThan(offset)
      expect(kept).toBeLessThanOrEqual(sent)
      expect((await readFile(growing(id))).equals(bytes.subarray(0, kept))).toBe(true)
      const early = await append(part, id, kept, bytes.subarray(kept, kept + 1))
      expect([204, 423]).toContain(early.status)
      await db.execute(sql`update uploads set writer_until = now() where id = ${id}`)
    }
    const offset = await offsetOf(part, id)
    const last = await append(part, id, offset, bytes.subarray(offset))
    expect([last.status, last.headers['upload-offset']]).toEqual([204, String(bytes.length)])
    const taken = await ingestRaster(part, { upload: id, sha256: sha256(bytes) })
    expect([taken.status, taken.body.sha256]).toEqual([202, sha256(bytes)])
    const [file] = await db
      .select()
      .from(files)
      .where(eq(files.sha256, sha256(bytes)))
    const stored = join(bench.service.services.config.dataDir, 'files', file.key)
    expect((await readFile(stored)).equals(bytes)).toBe(true)
    expect(await sizeOf(growing(id))).toBe(0)
  })

  it('a killed upload that nobody continues leaves nothing after the sweep', async () => {
    const bytes = content(4)
    const part = await bench.serve()
    const id = await begin(part, bytes.length)
    sendPart(part, id, 0, bytes, bytes.length / 2)
    await until('something is stored', 10_000, async () => (await sizeOf(growing(id))) > 0)
    await part.end()
    const { services } = bench.service
    await services.db.execute(
      sql`update uploads set expires_at = now() - interval '1 second', writer_until = now() where id = ${id}`,
    )
    expect(await sweepLoose(services)).toBe(1)
    expect(await sizeOf(growing(id))).toBe(0)
  })

  it('tus-js-client survives a service that is killed and started again', async () => {
    const bytes = content(48)
    const port = await freePort()
    let part = await startServicePart(bench.env, { port })
    let killed: Promise<void> | undefined
    const restart = async () => {
      await part.end()
      part = await startServicePart(bench.env, { port })
    }
    const offsets: number[] = []
    try {
      const upload = await new Promise<Upload>((resolve, reject) => {
        const client = new Upload(bytes, {
          endpoint: `${part.base}/uploads`,
          headers: person.headers,
          metadata: { filename: 'client.tif' },
          chunkSize: 4 * 2 ** 20,
          // Until the lease of the killed process has ended.
          retryDelays: Array.from({ length: 30 }, () => 2000),
          onChunkComplete: (_size, accepted) => {
            offsets.push(accepted)
            if (accepted > bytes.length / 3) killed ??= restart()
          },
          onSuccess: () => resolve(client),
          onError: reject,
        })
        client.start()
      })
      await killed
      expect(killed).toBeDefined()
      const id = upload.url!.split('/').at(-1)!
      const taken = await ingestRaster(part, { upload: id, sha256: sha256(bytes), band_names: 'client' })
      expect([taken.status, taken.body.size]).toEqual([202, bytes.length])
    } finally {
      await part.end()
    }
  })
})

describe('F08 the connection is cut', () => {
  it('keeps what arrived before each of ten cuts', async () => {
    const bytes = content(4)
    const part = await bench.serve()
    const id = await begin(part, bytes.length)
    let offset = 0
    for (let cut = 1; cut <= 10; cut++) {
      const to = Math.floor((bytes.length * cut) / 11)
      const asked = sendPart(part, id, offset, bytes, to)
      await until('the piece is stored', 10_000, async () => (await sizeOf(growing(id))) >= to)
      asked.destroy()
      await until('the writer has ended', 10_000, async () => {
        const { rows } = await bench.service.services.db.execute(
          sql`select writer from uploads where id = ${id}`,
        )
        return rows[0].writer === null
      })
      offset = await offsetOf(part, id)
      expect(offset).toBe(to)
    }
    expect((await append(part, id, offset, bytes.subarray(offset))).status).toBe(204)
    const taken = await ingestRaster(part, { upload: id, sha256: sha256(bytes), band_names: 'cuts' })
    expect(taken.status).toBe(202)
  })
})

describe('F09 two services receive one upload', () => {
  it('one piece wins at a time, and the bytes are right', async () => {
    const bytes = content(8)
    const [one, two] = [await bench.serve(), await bench.serve()]
    const id = await begin(one, bytes.length)
    let offset = 0
    while (offset < bytes.length) {
      const piece = bytes.subarray(offset, offset + 2 ** 20)
      const answers = await Promise.all([append(one, id, offset, piece), append(two, id, offset, piece)])
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
      expect(statuses[0]).toBe(204)
      expect([409, 423]).toContain(statuses[1])
      offset += piece.length
      expect(await offsetOf(two, id)).toBe(offset)
    }
    const taken = await ingestRaster(two, { upload: id, sha256: sha256(bytes), band_names: 'two_services' })
    expect([taken.status, taken.body.sha256]).toEqual([202, sha256(bytes)])
  })
})

const disk = mountSmallDisk(24)
afterAll(() => disk?.unmount())
if (!disk) process.stderr.write('F11 is skipped: a small file system can only be mounted as root.\n')

describe.skipIf(!disk)('F11 the disk is full during a resumable upload', () => {
  it('answers 507, keeps what fitted, and continues when there is room', async () => {
    const bytes = content(8)
    const part = await bench.serve({ DATA_DIR: disk!.path })
    const id = await begin(part, bytes.length)
    expect((await append(part, id, 0, bytes.subarray(0, 2 ** 20))).status).toBe(204)
    disk!.fill()
    const full = await append(part, id, 2 ** 20, bytes.subarray(2 ** 20))
    expect([full.status, JSON.parse(full.body).detail]).toEqual([
      507,
      expect.stringMatching(/^Not enough storage/),
    ])
    disk!.free()
    const offset = await offsetOf(part, id)
    expect(offset).toBeGreaterThanOrEqual(2 ** 20)
    expect((await append(part, id, offset, bytes.subarray(offset))).status).toBe(204)
    const taken = await ingestRaster(part, { upload: id, sha256: sha256(bytes), band_names: 'full_disk' })
    expect([taken.status, taken.body.sha256]).toEqual([202, sha256(bytes)])
  })
})
