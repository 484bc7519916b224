import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { READERS, defineEndpoint } from '#contract/endpoint.ts'
import { date, flag, id, integer, iso3, listQuery, many, text } from '#contract/shapes.ts'
import { type Route, route } from '#service/http/route.ts'
import { type TestPerson, type TestService, createTestService } from '../../support/service.ts'

const answer = z.object({ seen: z.unknown() })
const echoJson = defineEndpoint({
  name: 'echoJson',
  resource: 'test',
  summary: '',
  method: 'POST',
  path: '/test/json',
  access: READERS,
  scope: 'write',
  rate: 'write',
  audit: null,
  record: null,
  body: z.object({
    name: text,
    nested: z.unknown().optional(),
    count: integer.optional(),
    other_id: id.optional(),
    items: z.array(z.strictObject({ id, note: text.optional() })).optional(),
  }),
  answer,
})
const echoQuery = defineEndpoint({
  name: 'echoQuery',
  resource: 'test',
  summary: '',
  method: 'GET',
  path: '/test/query',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: null,
  query: listQuery(
    ['name', 'id'],
    { sortBy: 'name' },
    { iso3_code: many(iso3), name: text.optional(), since: date.optional(), final: flag.optional() },
  ),
  answer,
})
const echoPath = defineEndpoint({
  name: 'echoPath',
  resource: 'test',
  summary: '',
  method: 'GET',
  path: '/test/things/{id}',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  record: null,
  params: z.object({ id }),
  answer,
})
const echoFiles = defineEndpoint({
  name: 'echoFiles',
  resource: 'test',
  summary: '',
  method: 'POST',
  path: '/test/files',
  access: READERS,
  scope: 'write',
  rate: 'write',
  audit: null,
  record: null,
  encoding: 'multipart',
  files: {
    file: { maxBytes: 1000, maxCount: 1, required: true },
    extra: { maxBytes: 5000, maxCount: 2, required: false },
  },
  body: z.object({ title: z.string().min(1).max(20) }),
  answer,
})
let handled = 0
const routes: Route[] = [
  route(echoJson, async ({ body }) => (handled++, { seen: body })),
  route(echoQuery, async ({ query }) => ({ seen: query })),
  route(echoPath, async ({ params }) => ({ seen: params })),
  route(echoFiles, async ({ body, files }) => ({
    seen: { body, files: files.map((file) => ({ ...file, content: file.content.length })) },
  })),
]

let service: TestService
let person: TestPerson
beforeAll(async () => {
  service = await createTestService({ routes })
  person = await service.logIn('viewer')
})
afterAll(() => service.close())

const get = (url: string) => service.inject({ url, headers: person.headers })
const postJson = (payload: string, headers = {}) =>
  service.inject({
    method: 'POST',
    url: '/test/json',
    headers: { ...person.headers, 'content-type': 'application/json', ...headers },
    payload,
  })

describe('a query', () => {
  it('is parsed by the contract: defaults, numbers, lists, capitals', async () => {
    expect((await get('/test/query')).json().seen).toEqual({
      limit: 10,
      skip: 0,
      sort_by: 'name',
      sort_order: 'asc',
    })
    const { seen } = (await get('/test/query?iso3_code=ken&iso3_code=UGA&limit=5&final=true')).json()
    expect(seen).toMatchObject({ iso3_code: ['KEN', 'UGA'], limit: 5, final: true })
    expect((await get('/test/query?iso3_code=ken')).json().seen.iso3_code).toEqual(['KEN'])
  })
  it.each([
    ['sort_by=id;drop%20table%20users', 'sort_by', 'sort_by must be one of name, id.'],
    ['sort_by=(case%20when%201=1%20then%20id%20end)', 'sort_by', 'sort_by must be one of name, id.'],
    ['sort_order=sideways', 'sort_order', 'sort_order must be one of asc, desc.'],
    ['limit=100000', 'limit', 'limit must be at most 1000.'],
    ['limit=0', 'limit', 'limit must be at least 1.'],
    ['limit=ten', 'limit', 'limit must be a number.'],
    ['limit=1.5', 'limit', 'limit must be a whole number.'],
    ['skip=-1', 'skip', 'skip must be at least 0.'],
    ['skip=10000001', 'skip', 'skip must be at most 10000000.'],
    ['skip=1e400', 'skip', 'skip must be a number.'],
    ['limit=1&limit=2', 'limit', 'limit can be given once only.'],
    ['name=a&name=b', 'name', 'name can be given once only.'],
    ['iso3_code=KENYA', 'iso3_code', 'iso3_code must be three letters, e.g. NGA.'],
    ['iso3_code=KEN&iso3_code=UGANDA', 'iso3_code.1', 'iso3_code.1 must be three letters, e.g. NGA.'],
    ['since=yesterday', 'since', 'since must be a date such as 2024-01-31.'],
    ['since=2024-02-30', 'since', 'since must be a date such as 2024-01-31.'],
    ['since=0000-01-01', 'since', 'since must be of a year from 1000 to 2999.'],
    ['since=9999-12-31', 'since', 'since must be of a year from 1000 to 2999.'],
    ['final=maybe', 'final', 'final must be one of true, false.'],
    ['name=', 'name', 'name must be filled in.'],
    [`name=${'x'.repeat(201)}`, 'name', 'name must be at most 200 characters long.'],
    [
      'nmae=x',
      'nmae',
      "'nmae' is not known here; allowed are limit, skip, sort_by, sort_order, then_by, iso3_code, name, since, final.",
    ],
  ])('rejects %s', async (query, field, message) => {
    const response = await get(`/test/query?${query}`)
    expect(response.statusCode).toBe(422)
    const body = response.json()
    expect(body).toMatchObject({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: message,
    })
    expect(body.errors[0]).toMatchObject({ field, message })
  })
  it('says that a call without parameters takes none', async () => {
    const { detail, errors } = (await get('/test/things/1?x=1')).json()
    expect(detail).toBe("'x' is not known here; nothing is allowed.")
    expect(errors).toEqual([{ field: 'x', message: detail }])
  })
  it('names the place of an unknown field in a list, and what is allowed there', async () => {
    const body = (await postJson('{"name":"a","items":[{"id":1},{"id":2,"unit":"m"}]}')).json()
    const message = "'unit' is not known here; allowed are id, note."
    expect(body).toMatchObject({ detail: message, errors: [{ field: 'items.1.unit', message }] })
  })
  it('lists the allowed values as help', async () => {
    expect((await get('/test/query?sort_by=x')).json().errors[0].help).toBe('Allowed: name, id')
  })
  it('rejects NUL and lone surrogates, and drops keys that could reach a prototype', async () => {
    expect((await get('/test/query?name=a%00b')).statusCode).toBe(422)
    expect((await get('/test/query?__proto__[x]=1')).statusCode).toBe(422)
    expect((await get('/test/query?constructor=1&__proto__=2')).json().seen.limit).toBe(10)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
  it('names every error', async () => {
    expect((await get('/test/query?limit=0&skip=-1&sort_by=x')).json().errors).toHaveLength(3)
  })
})

describe('a path', () => {
  it.each(['undefined', '0', '-1', '1.5', '1;--', '..%2f1', 'NaN', '99999999999', '%00'])(
    'rejects the id %s',
    async (one) => {
      const response = await get(`/test/things/${one}`)
      expect(response.statusCode).toBe(422)
      expect(response.json().detail).toMatch(/^(id must be|The request contains)/)
    },
  )
  it('works with and without the slash at the end', async () => {
    for (const url of ['/test/things/7', '/test/things/7/'])
      expect((await get(url)).json().seen).toEqual({ id: 7 })
  })
})

describe('a JSON body', () => {
  it('is read', async () => {
    expect((await postJson('{"name":"x","count":3,"more":1}')).json().seen).toEqual({ name: 'x', count: 3 })
    const { seen } = (await postJson('{"name":2018,"other_id":"7"}')).json()
    expect(seen).toEqual({ name: '2018', other_id: 7 })
  })
  it.each([
    ['that is damaged', '{"name":', 400],
    ['that is empty', '', 422],
    ['that is a list', '[1]', 422],
    ['with null for a text', '{"name":null}', 422],
    ['with an object for a text', '{"name":{}}', 422],
    ['without a text that is needed', '{}', 422],
    ['with true for an id', '{"name":"x","other_id":true}', 422],
    ['with a list for an id', '{"name":"x","other_id":[5]}', 422],
    ['with null for an id', '{"name":"x","other_id":null}', 422],
    ['that is null', 'null', 422],
    ['of 2 MiB', JSON.stringify({ name: 'x', nested: 'y'.repeat(2 * 2 ** 20) }), 413],
    ['with NUL', '{"name":"a\\u0000b"}', 422],
    ['with NUL in a key', '{"name":"a","nested":{"\\u0000":1}}', 422],
    ['with U+FFFF', '{"name":"a\\uffff"}', 422],
    ['with half a character', '{"name":"\\ud800"}', 422],
    ['with 1e400', '{"name":"a","nested":[1e400]}', 422],
    ['33 levels deep', `{"name":"a","nested":${'['.repeat(32)}${']'.repeat(32)}}`, 422],
    ['100,000 levels deep', `{"name":"a","nested":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 422],
  ])('%s is rejected', async (_case, payload, status) => {
    const before = handled
    const response = await postJson(payload)
    expect(response.statusCode).toBe(status)
    expect(handled).toBe(before)
  })
  it('that is not UTF-8 is rejected with one sentence', async () => {
    const before = handled
    const response = await service.inject({
      method: 'POST',
      url: '/test/json',
      headers: { ...person.headers, 'content-type': 'application/json' },
      payload: Buffer.from('{"name":"\xff\xfe"}', 'latin1'),
    })
    expect([response.statusCode, response.json().detail]).toEqual([400, 'The body is not UTF-8 text.'])
    expect(handled).toBe(before)
  })
  it('of 32 levels is accepted, without keys that could reach a prototype', async () => {
    const nested = `{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"fine":${'['.repeat(29)}${']'.repeat(29)}}`
    const { seen } = (await postJson(`{"name":"a","__proto__":{"name":"b"},"nested":${nested}}`)).json()
    expect(seen.name).toBe('a')
    expect(Object.keys(seen.nested)).toEqual(['fine'])
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })
  it('of another type is rejected with 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expect((await postJson('{"name":"x"}', { 'content-type': type })).statusCode).toBe(415)
  })
  it('is not even read without a session', async () => {
    const response = await service.inject({
      method: 'POST',
      url: '/test/json',
      headers: { 'content-type': 'application/json' },
      payload: '{"name":',
    })
    expect(response.statusCode).toBe(403)
  })
})

const BOUNDARY = 'xyzzy'
type Part = { name: string; filename?: string; content: string }
const multipart = (parts: Part[], end = `--${BOUNDARY}--\r\n`) =>
  parts
    .map(
      ({ name, filename, content }) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${filename === undefined ? '' : 'Content-Type: text/csv\r\n'}\r\n${content}\r\n`,
    )
    .join('') + end
const sendParts = (payload: string, headers = {}) =>
  service.inject({
    method: 'POST',
    url: '/test/files',
    headers: { ...person.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    payload,
  })
const title = { name: 'title', content: 'A title' }
const file = { name: 'file', filename: 'layers.csv', content: 'a,b' }

describe('a multipart body', () => {
  it('is read whole, in any order, names without folders', async () => {
    const evil = { name: 'extra', filename: '../../etc/passwd', content: 'x' }
    const windows = { name: 'extra', filename: 'C:\\\\temp\\\\a.csv', content: 'yy' }
    const response = await sendParts(multipart([file, evil, title, windows]))
    expect(response.json().seen).toEqual({
      body: { title: 'A title' },
      files: [
        { field: 'file', name: 'layers.csv', content: 3 },
        { field: 'extra', name: 'passwd', content: 1 },
        { field: 'extra', name: 'a.csv', content: 2 },
      ],
    })
  })
  it('accepts a file of exactly the allowed size', async () => {
    expect((await sendParts(multipart([title, { ...file, content: 'x'.repeat(1000) }]))).statusCode).toBe(200)
  })
  it.each([
    ['without its file', multipart([title]), 422, "The file 'file' is missing."],
    ['without its title', multipart([file]), 422, 'title is required.'],
    [
      'with a file nobody asked for',
      multipart([title, file, { ...file, name: 'virus' }]),
      422,
      "'virus' is not a file",
    ],
    ['with two files where one is taken', multipart([title, file, file]), 422, "At most 1 of 'file'"],
    [
      'with a file too large',
      multipart([title, { ...file, content: 'x'.repeat(1001) }]),
      413,
      'larger than 1,000 bytes',
    ],
    [
      'with a file far too large',
      multipart([title, { ...file, content: 'x'.repeat(3_000_000) }]),
      413,
      'larger than',
    ],
    [
      'with a huge field',
      multipart([{ name: 'title', content: 'x'.repeat(2 ** 20 + 1) }, file]),
      413,
      "'title' is larger",
    ],
    [
      'with 200 fields',
      multipart([...Array.from({ length: 200 }, (_, n) => ({ name: `f${n}`, content: '' })), file]),
      413,
      'more parts',
    ],
    ['cut off', multipart([title, file], '').slice(0, -10), 400, 'damaged'],
    ['cut off in a header', `--${BOUNDARY}\r\nContent-Disposition: form-d`, 400, 'damaged'],
    ['without any part', '', 422, 'missing'],
    ['of noise', '\0'.repeat(500), 400, 'damaged'],
    [
      'with a field that reaches for the prototype',
      multipart([{ name: '__proto__', content: 'x' }, title, file]),
      400,
      'damaged',
    ],
  ])('%s is rejected', async (_case, payload, status, detail) => {
    const response = await sendParts(payload)
    expect(response.json().detail).toContain(detail)
    expect(response.statusCode).toBe(status)
  })
  it('without a boundary, or of another type, is rejected', async () => {
    expect((await sendParts('x', { 'content-type': 'multipart/form-data' })).statusCode).toBe(400)
    expect((await sendParts('{}', { 'content-type': 'application/json' })).statusCode).toBe(415)
  })
  it('with too large a length is rejected before it is read', async () => {
    const response = await sendParts(multipart([title, file]), { 'content-length': String(2 ** 40) })
    expect(response.statusCode).toBe(413)
  })
  it('that its sender aborts half-way leaves the service unchanged', async () => {
    const { app } = service
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    await Promise.all(
      [200, 5000, 100_000].map(
        (length) =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write(
                `POST /api/v1/test/files HTTP/1.1\r\nHost: x\r\nAuthorization: ${person.headers.authorization}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length + 1000}\r\n\r\n`,
              )
              socket.write(multipart([title, file], '').padEnd(length, 'x'), () => socket.destroy())
            })
            socket.once('close', () => resolve())
          }),
      ),
    )
    expect((await sendParts(multipart([title, file]))).statusCode).toBe(200)
  })
})
