import { execFileSync } from 'node:child_process'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { READERS, type Endpoint, defineEndpoint, isOgc } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { makeOpenApi } from '#service/http/docs/openapi.ts'
import { ANCHORS, nameSchemas, toText } from '#service/http/docs/openapi-components.ts'
import type { OpenApi, ResponseObject } from '#service/http/docs/openapi-document.ts'

const about = { title: 'Strata', version: '1' }
const make = (from: readonly Endpoint[]) => makeOpenApi(from, about, 'https://api.strata.example')
const document = make(endpoints)
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

async function lint(source: unknown) {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // The specification fixes the addresses: `jobs/by-key/…` beside `jobs/{id}/…` (a fixed word goes before a
      // parameter), and a slash at the end of some.
      'no-ambiguous-paths': 'off',
      'no-path-trailing-slash': 'off',
    },
  })
  const found = await lintFromString({ source: JSON.stringify(source), absoluteRef: '/openapi.json', config })
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
}

describe('the document for programs', () => {
  const text = toText(document)
  const published = JSON.parse(text) as OpenApi
  const every = <T>(source: unknown, take: (node: Record<string, unknown>) => T[]): T[] =>
    typeof source !== 'object' || source === null
      ? []
      : [
          ...(Array.isArray(source) ? [] : take(source as Record<string, unknown>)),
          ...Object.values(source).flatMap((one) => every(one, take)),
        ]

  it('passes the linter, and says the same as the one without names', async () => {
    expect(await lint(published)).toEqual([])
    const { schemas } = nameSchemas(document).components
    const inline = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(inline)
      if (typeof value !== 'object' || value === null) return value
      const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(String((value as { $ref?: string }).$ref)) ?? []
      if (name !== undefined && name in ANCHORS) return inline(schemas[name])
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inline(one)]))
    }
    expect(inline(nameSchemas(document).paths)).toEqual(document.paths)
  })
  it('names each schema that answers repeat, once', () => {
    expect(Object.keys(ANCHORS).filter((name) => !(name in published.components.schemas))).toEqual([])
    const { get } = published.paths['/modeling/v1/jobs/details']
    expect(get.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Jobs' } } },
    })
    expect(published.components.schemas['Jobs']).toMatchObject({
      properties: { content: { items: { $ref: '#/components/schemas/Job' } } },
    })
    const answers = Object.values(published.paths).map((methods) =>
      Object.values(methods).map(({ responses }) => responses),
    )
    const objects = every([answers, published.components.schemas], (node) =>
      node['type'] === 'object' && 'properties' in node ? [JSON.stringify(node)] : [],
    )
    const repeated = [...Map.groupBy(objects, (one) => one)].filter(
      ([one, all]) => all.length > 2 && one.length > 300,
    )
    expect(
      repeated.map(([one]) => one),
      'to be named in ANCHORS',
    ).toEqual([])
  })
  it('has items for every array, and enumerations of different values of their type', () => {
    expect(
      every(published, (node) => (node['type'] === 'array' && !node['items'] ? [JSON.stringify(node)] : [])),
    ).toEqual([])
    const enums = every(published, ({ enum: values, type }) =>
      Array.isArray(values) ? [{ values: values as unknown[], type }] : [],
    )
    expect(enums.length).toBeGreaterThan(50)
    for (const { values, type } of enums) {
      expect(new Set(values).size).toBe(values.length)
      if (type === 'string') for (const value of values) expect(typeof value).toBe('string')
    }
  })
  it('has patterns that Python compiles', () => {
    const patterns = every(published, ({ pattern }) => (typeof pattern === 'string' ? [pattern] : []))
    expect(patterns.length).toBeGreaterThan(50)
    const script = 'import json, re, sys\nfor one in json.load(sys.stdin): re.compile(one)'
    execFileSync('python3', ['-W', 'error', '-c', script], { input: JSON.stringify([...new Set(patterns)]) })
  })
})

describe('the OpenAPI document', () => {
  it('passes a linter without errors or warnings', async () => {
    expect(await lint(document)).toEqual([])
  })
  it('(a linter that finds errors)', async () => {
    const broken = structuredClone(document) as unknown as {
      paths: Record<string, Record<string, { operationId?: string; security?: unknown; responses?: unknown }>>
    }
    const call = broken.paths['/modeling/v1/jobs/details'].get
    delete call.operationId
    call.security = [{ unheardOf: [] }]
    call.responses = {
      '200': { description: 'x', content: { 'application/json': { schema: { $ref: '#/nowhere' } } } },
    }
    expect((await lint(broken)).join('\n')).toMatch(
      /operation-operationId[\s\S]*no-unresolved-refs|no-unresolved-refs[\s\S]*operation-operationId/,
    )
  })
  it('describes every resource and every call, with roles, time-out and a request id for the log', () => {
    expect(document.servers).toEqual([
      { url: 'https://api.strata.example/api/v1', description: 'This service' },
    ])
    const named = new Set(document.tags.map(({ name }) => name))
    for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].+\.$/)
    for (const operation of operations) {
      const endpoint = endpoints.find(({ name }) => name === operation.operationId)!
      expect(named).toContain(operation.tags[0])
      expect(operation.summary.length).toBeGreaterThan(5)
      expect(operation['x-timeout-ms']).toBe(endpoint.timeoutMs ?? 60_000)
      expect(operation['x-roles']).toEqual(endpoint.access === 'public' ? undefined : endpoint.access)
      expect(operation.security).toEqual(endpoint.access === 'public' ? [] : undefined)
      const done = endpoint.answer === 'empty' ? '204' : '200'
      const invalid = isOgc(endpoint) ? '400' : '422'
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([done, invalid, '429', '503']))
      const stores = endpoint.files !== undefined || endpoint.encoding === 'bytes'
      expect('507' in operation.responses).toBe(stores)
      for (const [status, response] of Object.entries(operation.responses))
        if (Number(status) >= 400) expect(response).toEqual({ $ref: `#/components/responses/${status}` })
        else if (status !== '304') expect(response).toHaveProperty('headers.X-Request-Id')
    }
  })
  it('describes failures once, as problems, with how long to wait after 429', () => {
    const { responses } = document.components
    for (const [status, { headers, content }] of Object.entries(responses)) {
      expect(headers).toHaveProperty('X-Request-Id')
      expect(content).toMatchObject({
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          example: { status: Number(status), detail: expect.stringMatching(/^[A-Z]/) },
        },
      })
    }
    expect(responses['429'].headers).toHaveProperty('Retry-After')
  })
  it('says who may make a call, and with which scope an access token', () => {
    const about = (name: string) => operations.find(({ operationId }) => operationId === name)?.description
    expect(about('listJobs')).toBe(
      'For the role viewer, staff or admin. An access token needs the scope read. A client should wait at most 100 s.',
    )
    expect(about('runFile')).toContain('the scope run.')
    expect(about('markJobsFinal')).toContain('the scope write.')
    expect(about('createAccessToken')).toContain('Only after logging in, with no access token.')
    expect(about('login')).toBe('Public; no token needed. A client should wait at most 60 s.')
  })
  it('lists 404 if a body names records that may not exist', () => {
    const has404 = (name: string) =>
      '404' in operations.find(({ operationId }) => operationId === name)!.responses
    for (const name of ['addTags', 'markJobsFinal', 'processAsset', 'linkProductFiles'])
      expect(has404(name), name).toBe(true)
    for (const name of ['login', 'listJobs', 'createClient']) expect(has404(name), name).toBe(false)
  })
  it('has examples of bodies that the calls would accept', () => {
    let shown = 0
    for (const operation of operations) {
      const endpoint = endpoints.find(({ name }) => name === operation.operationId)!
      if (!endpoint.body) continue
      const [media, content] = Object.entries(operation.requestBody!.content)[0]
      if (media === 'multipart/form-data' || content.example === undefined) continue
      shown++
      expect(endpoint.body.safeParse(content.example).success, operation.operationId).toBe(true)
    }
    expect(shown).toBeGreaterThan(2)
  })
  it('has an example of every answer of JSON, which the contract would accept', () => {
    for (const { operationId, responses } of operations) {
      const { answer } = endpoints.find(({ name }) => name === operationId)!
      if (typeof answer === 'string') continue
      const [{ example }] = Object.values((responses['200'] as ResponseObject).content!)
      expect(answer.safeParse(example).success, operationId).toBe(true)
    }
  })
  it('describes files: ranges, ETags, missing files', () => {
    const { get } = document.paths['/files/signed/{token}/{filename}']
    expect(Object.keys(get.responses)).toEqual([
      '200',
      '206',
      '304',
      '403',
      '409',
      '410',
      '416',
      '422',
      '429',
      '503',
    ])
    expect(get.responses['206']).toHaveProperty('headers.Content-Range')
  })
  it('says no more than the schema: anything, or null, is anything', () => {
    const call = defineEndpoint({
      name: 'x',
      resource: 'things',
      summary: 'A thing',
      method: 'GET',
      path: '/x',
      access: READERS,
      scope: 'read',
      rate: 'read',
      audit: null,
      record: null,
      answer: z.object({ any: z.unknown().nullable() }),
    })
    const { paths, tags } = make([call])
    expect(paths['/x'].get.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { properties: { any: {} } } } },
    })
    expect(tags).toEqual([{ name: 'things', description: 'Calls about things.' }])
  })
})
