import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { desc, eq, like } from '#drizzle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files, submissions } from '#service/db/schema.ts'
import { loadFolder } from '#service/load/load-folder.ts'
import { countryFolder, layer } from '../fixtures/configuration/country-folder.ts'
import { configuration } from '../fixtures/configuration/send.ts'
import { call } from '../faults/support/call.ts'
import { filesAndClients, type ServicePart, startServicePart } from '../faults/support/part.ts'
import { type TestPerson, type TestService, createPerson, createTestService } from '../support/service.ts'
import { sendRaw, statusOf } from './raw.ts'

let service: TestService
let part: ServicePart
let staff: TestPerson
beforeAll(async () => {
  service = await createTestService()
  staff = await service.logIn('staff')
  const folder = await countryFolder()
  await loadFolder(service.services, folder.path, { actorId: staff.id, submit: false })
  await folder.remove()
  part = await startServicePart({
    DATABASE_URL: service.database.url,
    DATA_DIR: service.services.config.dataDir,
  })
})
afterAll(async () => {
  await part.end()
  await service.close()
})

const B = 'strata-boundary'
const head = (person: TestPerson, length: number | 'chunked', type = `multipart/form-data; boundary=${B}`) =>
  `POST /api/v1/modeling/v1/run/file HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${person.headers.authorization}\r\nContent-Type: ${type}\r\nConnection: close\r\n${length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`
const field = (name: string, value: string) =>
  `--${B}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (disposition: string, content: string) =>
  `--${B}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`
const end = `--${B}--\r\n`
const send = (person: TestPerson, body: string | Buffer, type?: string) =>
  sendRaw(part.port, [head(person, Buffer.byteLength(body), type), body])

const NAMES: [string, string][] = [
  ['a way up', '../../etc/passwd'],
  ['a way up on Windows', '..\\..\\windows\\system32\\x.csv'],
  ['a way up in per cent', '%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
  ['an absolute way', '/etc/cron.d/x'],
  ['a device', 'CON'],
  ['300 bytes', 'x'.repeat(300)],
  ['a leading dash', '-rf.csv'],
  ['a slash of Unicode', '..\u2215..\u2215etc\u2215passwd'],
  ['a wide slash', '..\uff0f..\uff0fetc'],
  ['quotes', "it's ''quoted'';x=y.csv"],
  ['an emoji', 'layers \u{1F5FA}\u{FE0F}.csv'],
  ['right to left', 'layers\u202Evsc.exe'],
  ['dots', '..'],
  ['blanks', '   '],
  ['markup', '<img src=x onerror=alert(1)>.csv'],
  ['a formula', '=cmd|x.csv'],
]

describe('S26 the name of an upload', () => {
  it.each(NAMES)('%s is a description of the file and nothing else', async (_case, name) => {
    const person = await createPerson(service.services, 'staff')
    const body =
      field('title', 'A name') +
      file(`name="file"; filename="${name}"`, configuration({ ...layer, seed: name.length })) +
      end
    const answer = await send(person, body)
    expect(statusOf(answer.text), answer.text.slice(0, 400)).toBe(200)
    const { db, config } = service.services
    const [row] = await db
      .select({ id: submissions.id, key: files.key, name: files.name })
      .from(submissions)
      .innerJoin(files, eq(files.id, submissions.config_file_id))
      .orderBy(desc(submissions.id))
      .limit(1)
    expect(row.key).toMatch(/^configurations\/[0-9a-f-]{36}$/)
    expect(existsSync(join(config.dataDir, 'files', row.key))).toBe(true)
    expect(row.name).not.toMatch(/[/\\\p{Cc}]/u)
    expect(Array.from(row.name).length).toBeLessThanOrEqual(200)
    const download = await call(`${part.base}/modeling/v1/submissions/download_config/${row.id}`, {
      headers: person.headers,
    })
    expect(download.status).toBe(200)
    const disposition = String(download.headers['content-disposition'])
    expect(disposition).toMatch(
      /^attachment; filename="[^"\\\r\n/]*"(; filename\*=UTF-8''[A-Za-z0-9%._~!#$&+^`|-]*)?$/,
    )
    expect(download.headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    ['NUL', 'a\0b.csv'],
    ['a broken line', 'a\r\nX-Evil: yes\r\n\r\nb.csv'],
    ['a header of its own', 'a"\r\nX-Evil: yes\r\nContent-Type: text/html'],
  ])('%s in it causes no header, no file and no error', async (_case, name) => {
    const person = await createPerson(service.services, 'staff')
    const body =
      field('title', 'A name') + file(`name="file"; filename="${name}"`, configuration(layer)) + end
    const answer = await send(person, body)
    expect([200, 400, 422]).toContain(statusOf(answer.text))
    expect(answer.text.split('\r\n\r\n')[0]).not.toMatch(/x-evil/i)
    const { db } = service.services
    expect(await db.select().from(files).where(like(files.name, '%Evil%'))).toEqual([])
  })
})

const many = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join('')
const good = field('title', 'x') + file('name="file"; filename="a.csv"', configuration(layer))
/** Bodies that have crashed other multipart readers. */
const HOSTILE: [string, string, string?][] = [
  ['no parts', ''],
  ['only the end', end],
  ['only a dash', '--'],
  ['no end', good],
  ['cut in a header', good.slice(0, 60)],
  ['a part without a header', `--${B}\r\n\r\nx\r\n${end}`],
  ['a part without a name', `--${B}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${end}`],
  ['an empty name', file('name=""; filename="a.csv"', 'x') + end],
  ['an empty file name', field('title', 'x') + file('name="file"; filename=""', 'x') + end],
  ['names of numbers', many(5, (n) => field(String(n), 'x')) + file('name="0"; filename="a"', 'x') + end],
  [
    'names that reach for a prototype',
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']
      .map((name) => field(name, 'x'))
      .join('') +
      good +
      end,
  ],
  ['names with brackets', field('a[__proto__][x]', '1') + field('a[0][0][0]', '1') + end],
  ['a file of a prototype', file('name="__proto__"; filename="a"', 'x') + end],
  ['2,000 fields', many(2000, (n) => field(`f${n}`, 'x')) + end],
  ['500 files', many(500, (n) => file(`name="file"; filename="${n}"`, 'x')) + end],
  ['a field of 2 MiB', field('title', 'x'.repeat(2 * 2 ** 20)) + end],
  [
    'a header of 200 kB',
    `--${B}\r\nContent-Disposition: form-data; name="${'x'.repeat(200_000)}"\r\n\r\nx\r\n${end}`,
  ],
  ['10,000 headers', `--${B}\r\n${many(10_000, (n) => `X-${n}: y\r\n`)}\r\nx\r\n${end}`],
  [
    'a boundary in the middle of a file',
    field('title', 'x') + file('name="file"; filename="a"', `a\r\n--${B}x\r\n--${B.slice(0, 5)}`) + end,
  ],
  ['almost boundaries without end', `${many(20_000, () => `\r\n--${B.slice(0, -1)}`)}\r\n`],
  [
    'a nested multipart',
    `--${B}\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n\r\nx\r\n--inner--\r\n${end}`,
  ],
  [
    'a foreign encoding',
    `--${B}\r\nContent-Disposition: form-data; name="title"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n${end}`,
  ],
  [
    'a charset that is none',
    `--${B}\r\nContent-Disposition: form-data; name="title"; filename*=nope'en'%ff%ff\r\nContent-Type: text/plain; charset=nope\r\n\r\nx\r\n${end}`,
  ],
  ['bare line feeds', good.replaceAll('\r\n', '\n') + end],
  ['noise', Buffer.from(Array.from({ length: 50_000 }, (_, n) => (n * 7919) % 256)).toString('latin1')],
  ['no boundary', good + end, 'multipart/form-data'],
  ['an empty boundary', good + end, 'multipart/form-data; boundary='],
  ['a boundary of 10 kB', good + end, `multipart/form-data; boundary=${'b'.repeat(10_000)}`],
  ['two boundaries', good + end, `multipart/form-data; boundary=x; boundary=${B}`],
  ['another type with the same name', good + end, `multipart/mixed; boundary=${B}`],
]

describe('S31 hostile bodies', () => {
  it('each is rejected, the process stays the same, and no file or folder stays open', async () => {
    const { db, config } = service.services
    const rowsBefore = (await db.select({ id: submissions.id }).from(submissions)).length
    const stored = () =>
      readdirSync(join(config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    // Everything that is opened once is opened before the count.
    await send(await createPerson(service.services, 'staff'), good)
    await sleep(500)
    const held = () => filesAndClients(part.pid, part.port)
    const base = { held: held(), stored: stored().length }
    for (const [name, body, type] of HOSTILE) {
      const person = await createPerson(service.services, 'staff')
      const answer = await send(person, body, type)
      expect([400, 413, 415, 422, 431], `${name}: ${answer.text.slice(0, 200)}`).toContain(
        statusOf(answer.text),
      )
      expect(answer.text, name).not.toMatch(/node_modules|at .*\.(js|ts):\d/)
      expect(part.child.exitCode, name).toBeNull()
    }
    for (const cut of [10, 100, 200, 300]) {
      const person = await createPerson(service.services, 'staff')
      await sendRaw(part.port, [head(person, 100_000), good.slice(0, cut)], { hangUp: true })
      await sendRaw(
        part.port,
        [head(person, 'chunked'), `${cut.toString(16)}\r\n${good.slice(0, cut)}\r\n`],
        { hangUp: true },
      )
    }
    const deadline = Date.now() + 5000
    while (held() > base.held && Date.now() < deadline) await sleep(50)
    expect(held()).toBeLessThanOrEqual(base.held)
    expect(stored().length).toBe(base.stored)
    expect((await db.select({ id: submissions.id }).from(submissions)).length).toBe(rowsBefore)
    expect((await call(`http://127.0.0.1:${part.port}/healthz`)).status).toBe(200)
  })

  it('a false length is rejected: too long before a byte is read, too short as damaged, endless chunks at the limit', async () => {
    const person = await createPerson(service.services, 'staff')
    const early = await sendRaw(part.port, [head(person, 2 ** 40), good])
    expect(statusOf(early.text)).toBe(413)
    const short = await sendRaw(part.port, [head(person, 50), good + end])
    expect(statusOf(short.text)).toBe(400)
    const mebibyte = 'x'.repeat(2 ** 20)
    const chunk = `${mebibyte.length.toString(16)}\r\n${mebibyte}\r\n`
    const begin = `--${B}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
    const pieces = [
      head(person, 'chunked'),
      `${begin.length.toString(16)}\r\n${begin}\r\n`,
      ...Array.from({ length: 80 }, () => chunk),
    ]
    // A client that only writes loses the answer with the connection; one that also reads gets it.
    const blind = await sendRaw(part.port, pieces, { ms: 20_000 })
    expect(blind.closed).toBe(true)
    expect([0, 413]).toContain(statusOf(blind.text))
    // A write that crosses the closing of the connection still loses it (RFC 9112, section 9.6), so there are three tries.
    const statuses: number[] = []
    while (!statuses.includes(413) && statuses.length < 3)
      statuses.push(statusOf((await sendRaw(part.port, pieces, { ms: 20_000, paced: true })).text))
    expect(statuses).toContain(413)
    expect(part.child.exitCode).toBeNull()
  })

  it('two lengths, or a length with chunks, smuggle no second call in', async () => {
    const person = await createPerson(service.services, 'staff')
    const inner = `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${person.headers.authorization}\r\n\r\n`
    for (const lengths of [
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
    ]) {
      const answer = await sendRaw(
        part.port,
        [
          `POST /api/v1/users/open HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lengths}\r\n\r\n0\r\n\r\n${inner}`,
        ],
        { ms: 1500 },
      )
      expect(answer.text.match(/HTTP\/1\.1 200/g) ?? [], lengths).toEqual([])
      expect(answer.text).not.toContain(person.email)
    }
  })
})
