import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { READERS, type Endpoint, defineEndpoint, isOgc } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { makeOpenApi } from '#service/http/docs/openapi.ts'

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
