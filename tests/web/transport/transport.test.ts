// @vitest-environment node
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as accounts from '#contract/accounts/accounts.ts'
import { getComic } from '#contract/app.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { downloadJob } from '#contract/jobs/job-outputs.ts'
import { pageJobs } from '#contract/jobs/jobs.ts'
import { runFile } from '#contract/submissions/submissions.ts'
import { addressOf } from '~/api/address.ts'
import {
  ApiError,
  credentialsRejected,
  failureMessage,
  isMissing,
  isNotOffered,
  loginFailureMessage,
} from '~/api/api-error.ts'
import { call } from '~/api/call.ts'
import { parseSearch, stringifySearch } from '~/api/search-codec.ts'
import { fetchUpstream } from '~/server/http/upstream.server.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

let server: Server
let baseUrl: string
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }
let reply: { status: number; body: unknown; delayMs?: number; pauseMs?: number } = { status: 200, body: {} }

async function answer(request: IncomingMessage, response: ServerResponse) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  seen = {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: Buffer.concat(parts).toString(),
  }
  await new Promise((resolve) => setTimeout(resolve, reply.delayMs ?? 0))
  response.writeHead(reply.status, { 'content-type': 'application/json' })
  if (reply.pauseMs) {
    response.write(' ')
    await new Promise((resolve) => setTimeout(resolve, reply.pauseMs))
  }
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  try {
    await promise
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    return error as ApiError
  }
  throw new Error('the call should have failed')
}

describe.each([
  ['in the browser', undefined],
  ['on the server', fetchUpstream],
])('a call %s', (_where, fetch) => {
  test('encodes forms and accepts extra fields in the answer', async () => {
    reply = { status: 200, body: { accessToken: 't', surprise: { of: 'a newer service' } } }
    const answer = await call(
      accounts.login,
      { body: { username: 'a@b.c', password: 'p&q' } },
      { baseUrl, fetch },
    )
    expect(answer.accessToken).toBe('t')
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/api/v1/auth/login/access-token',
      body: 'username=a%40b.c&password=p%26q',
    })
    expect(seen.headers['content-type']).toMatch('application/x-www-form-urlencoded')
    expect(seen.headers.authorization).toBeUndefined()
  })

  test('sends path parameters, repeated query keys and the bearer token', async () => {
    reply = { status: 200, body: { content: [], totalElements: 0 } }
    await call(
      pageJobs,
      { query: { status: ['pending', 'running'], page: 2, createDateStart: undefined } },
      { baseUrl, token: 'abc', fetch },
    )
    expect(seen.url).toBe('/api/v1/modeling/v1/jobs?status=pending&status=running&page=2')
    expect(seen.headers.authorization).toBe('Bearer abc')
    expect(addressOf(downloadJob, { params: { id: 42, type: 'mean' } })).toBe(
      '/api/v1/modeling/v1/jobs/42/download/mean',
    )
  })

  test('a problem becomes an ApiError with detail and findings', async () => {
    reply = {
      status: 422,
      body: {
        title: 'x',
        detail: 'Row 2 is not valid.',
        errors: [{ row: 2, column: 'target', message: 'missing' }],
      },
    }
    const error = await failure(call(getComic, {}, { baseUrl, fetch }))
    expect(error).toMatchObject({ status: 422, detail: 'Row 2 is not valid.', answered: true })
    expect(error.errors).toEqual([{ row: 2, column: 'target', message: 'missing' }])
  })

  test('keeps the status of an error that is not JSON', async () => {
    reply = { status: 503, body: '<html>gateway</html>' }
    const error = await failure(call(getComic, {}, { baseUrl, fetch }))
    expect(error).toMatchObject({ status: 503, detail: '' })
    expect(failureMessage(error)).toBe('Something went wrong, please try again')
  })

  test('names the missing field', async () => {
    const me = { id: 1, name: 'A', roles: [{}], email: 'e', first_name: 'A' }
    reply = { status: 200, body: me }
    const error = await failure(call(accounts.getMe, {}, { baseUrl, fetch }))
    expect(error.detail).toContain("GET /users/me cannot be read: the field 'roles.0.name' is missing")
    expect(error.detail).toContain("the field 'last_name' is missing")
  })

  test('handles no answer and a late answer', async () => {
    const nobody = await failure(call(getComic, {}, { baseUrl: 'http://127.0.0.1:1/api/v1', fetch }))
    expect(nobody).toMatchObject({ status: 0, answered: false })
    expect(loginFailureMessage(nobody)).toBe('Something went wrong, please try again.')
    const hurried = defineEndpoint({ ...getComic, answer: z.object({ data: z.string() }), timeoutMs: 20 })
    reply = { status: 200, body: { data: '' }, delayMs: 400 }
    expect(await failure(call(hurried, {}, { baseUrl, fetch }))).toMatchObject({ status: 0 })
    const patient = { ...hurried, timeoutMs: 200 }
    reply = { status: 200, body: { data: '' }, pauseMs: 1000 }
    expect(await failure(call(patient, {}, { baseUrl, fetch }))).toMatchObject({ status: 0, answered: false })
    reply = { status: 200, body: {} }
  })

  test('ends with the request that it belongs to', async () => {
    reply = { status: 200, body: {}, delayMs: 400 }
    const gone = AbortSignal.timeout(20)
    const error: unknown = await call(getComic, {}, { baseUrl, fetch, signal: gone }).catch(
      (thrown) => thrown,
    )
    expect(error).not.toBeInstanceOf(ApiError)
    expect(gone.aborted).toBe(true)
    reply = { status: 200, body: {} }
  })
})

test('rejects a download without an id before it is sent', () => {
  for (const id of [undefined, 'undefined', '', 0, -1, 1.5]) {
    expect(() => addressOf(downloadJob, { params: { id, type: 'mean' } })).toThrow(
      'Job ID is required and cannot be undefined.',
    )
  }
})

test('sends fields and files as multipart', async () => {
  reply = { status: 422, body: { detail: 'no' } }
  const file = new File(['a,b\n'], 'layers.csv', { type: 'text/csv' })
  await failure(
    call(
      runFile,
      { body: { title: 'One' }, files: { file } },
      { baseUrl, headers: { 'idempotency-key': 'k' } },
    ),
  )
  expect(seen.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen.headers['idempotency-key']).toBe('k')
  expect(seen.body).toContain('name="title"\r\n\r\nOne')
  expect(seen.body).toContain('filename="layers.csv"')
})

test('only 403 with the exact sentence ends the session', () => {
  expect(credentialsRejected(new ApiError(403, 'Could not validate credentials'))).toBe(true)
  expect(credentialsRejected(new ApiError(401, 'Could not validate credentials'))).toBe(false)
  expect(credentialsRejected(new ApiError(403, 'Could not validate credentials.'))).toBe(false)
  expect(credentialsRejected(new ApiError(403, 'Your role does not allow this.'))).toBe(false)
  expect(credentialsRejected(new Error('Could not validate credentials'))).toBe(false)
})

test('repeats keys in the address and keeps types', () => {
  const search = {
    status: ['pending', 'running'],
    final: true,
    page: 2,
    title: 'a b',
    none: undefined,
    empty: '',
  }
  const text = stringifySearch(search)
  expect(text).toBe('?status=pending&status=running&final=true&page=2&title=a+b')
  expect(parseSearch(text)).toEqual({ status: ['pending', 'running'], final: true, page: 2, title: 'a b' })
  expect(parseSearch('?code=007&big=12345678901234567890&__proto__=x')).toEqual({
    code: '007',
    big: '12345678901234567890',
  })
  expect(stringifySearch({})).toBe('')
})

test('reads a key repeated as often as an address can hold quickly', () => {
  const start = cpuMs()
  expect(parseSearch('a=1&'.repeat(100_000))['a']).toHaveLength(100_000)
  expect(cpuMs() - start).toBeLessThan(1000)
})

test('a call that the server lacks and a record that a query names are distinguished', async () => {
  const notFound = async (detail: string) => {
    reply = { status: 404, body: { detail } }
    return failure(call(getComic, {}, { baseUrl, fetch: fetchUpstream }))
  }
  const missing = await notFound('Not Found')
  expect(missing.detail).toBe('This server does not offer this: it has no call GET /app/xkcd.')
  expect([isNotOffered(missing), isMissing(missing)]).toEqual([true, false])
  const record = await notFound('There is no band 12.')
  expect([record.detail, isNotOffered(record), isMissing(record)]).toEqual([
    'There is no band 12.',
    false,
    true,
  ])
})
