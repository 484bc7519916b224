import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, LIST_TIMEOUT_MS, ROLES } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { LISTS } from '#contract/lists.ts'
import { byName, everyCase } from '../support/every-case.ts'
import { date, flag, id, iso3, listQuery, many, text } from '#contract/shapes.ts'

const FOLDER = join(import.meta.dirname, '../../src/api/contract')
const FILES = globSync('**/*.ts', { cwd: FOLDER })
/** The only names that the specification itself spells in camelCase. */
const CAMEL = new Set(['accessToken', 'totalElements', 'excludedFiles', 'createDateStart', 'createDateEnd'])

/** Calls by a viewer that write something, but nothing that others can see. */
const OWN_AFFAIRS = new Set([
  'changeView',
  'createAccessToken',
  'createView',
  'deleteView',
  'downloadZips',
  'endSession',
  'endSessions',
  'linkAsset',
  'linkBandTiles',
  'linkJobOutput',
  'linkJobTiles',
  'linkProductFiles',
  'logout',
  'readNotifications',
  'requestAggregate',
  'requestBrief',
  'resetPassword',
  'revokeAccessToken',
  'setDefaultView',
  'setNotificationPreferences',
  'updateMe',
])

/** Reads whose parameters are sent as a body, as a standard has it. */
const READS = new Set(['postStacSearch'])

function* namesIn(schema: z.ZodType, seen = new Set<unknown>()): Generator<string> {
  if (seen.has(schema)) return
  seen.add(schema)
  if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape)) {
      yield name
      yield* namesIn(inner as z.ZodType, seen)
    }
  } else if (schema instanceof z.ZodArray) yield* namesIn(schema.element as z.ZodType, seen)
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    yield* namesIn(schema.unwrap() as z.ZodType, seen)
  else if (schema instanceof z.ZodPipe) yield* namesIn(schema.out as z.ZodType, seen)
}

/** A summary is an imperative: 'List bands'. */
const SUMMARY =
  /^(Accept|Add|Append|Approve|Cancel|Change|Check|Confirm|Count|Create|Delete|Disable|Download|Email|Enable|End|Export|Get|Import|List|Log|Mark|Merge|Preview|Register|Reject|Remove|Rename|Resample|Restore|Revoke|Rotate|Run|Save|Search|Send|Set|Stream|Submit|Transfer|Undo|Update|Upload|Validate|Withdraw) \S+/

describe('every call', () => {
  const calls = byName(endpoints)
  everyCase('names its path parameters, its feature and its purpose', calls, (endpoint) => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(inPath.sort())
    expect(FILES.map((path) => basename(path))).toContain(`${endpoint.resource}.ts`)
    expect(endpoint.summary).toMatch(SUMMARY)
  })
  everyCase('has a body only if one is sent, and files only in multipart', calls, (endpoint) => {
    if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
    expect(endpoint.files !== undefined).toBe(endpoint.encoding === 'multipart')
    if (endpoint.encoding) expect(endpoint.body !== undefined).toBe(endpoint.encoding !== 'bytes')
  })
  everyCase("allows existing roles; a viewer's calls change nothing", calls, (endpoint) => {
    if (endpoint.access === 'public') return
    expect(endpoint.access.length).toBeGreaterThan(0)
    for (const role of endpoint.access) expect(ROLES).toContain(role)
    if (endpoint.access.includes('viewer') && !OWN_AFFAIRS.has(endpoint.name) && !READS.has(endpoint.name))
      expect(endpoint.method).toBe('GET')
  })
  everyCase(
    'spells its fields in snake_case, except those of the specification and of a standard',
    calls,
    (endpoint) => {
      if (endpoint.standard) return
      const schemas = [endpoint.query, endpoint.body, endpoint.params, endpoint.answer].filter(
        (one) => one instanceof z.ZodType,
      )
      for (const name of schemas.flatMap((schema) => [...namesIn(schema)]))
        if (!CAMEL.has(name)) expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
    },
  )
  everyCase('names the flag that says whether errors kept everything out', calls, (endpoint) => {
    const { answer, stored } = endpoint as Endpoint
    const fields = answer instanceof z.ZodObject ? Object.keys(answer.shape) : []
    expect(stored).toBe(fields.includes('catalogued') ? 'catalogued' : undefined)
  })
  everyCase('answers lists in the one form of lists', calls, (endpoint) => {
    const { answer } = endpoint
    if (!(answer instanceof z.ZodObject) || !('content' in answer.shape)) return
    expect(Object.keys(answer.shape).sort()).toEqual(['content', 'totalElements'])
  })
})

describe('the contract', () => {
  it('imports only zod and itself, and the estimate of a password its library', () => {
    for (const name of FILES) {
      const source = readFileSync(join(FOLDER, name), 'utf8')
      const library = basename(name) === 'password-strength.ts' ? '@zxcvbn-ts/(core|language-common)' : 'zod'
      for (const [, from] of source.matchAll(/from '([^']+)'/g))
        expect(from, name).toMatch(
          new RegExp(`^(${library}|#common/[a-z-]+\\.ts|\\.{1,2}/([a-z-]+/)?[a-z-]+\\.ts)$`),
        )
    }
  })
  it('has the paths of the specification to the letter', () => {
    const paths = endpoints.map(({ method, path }) => `${method} ${path}`)
    for (const path of [
      'POST /auth/login/access-token',
      'GET /users',
      'GET /users/me',
      'GET /countries/',
      'GET /tags',
      'GET /app/xkcd',
      'GET /place_group/versions',
      'GET /modeling/v1/jobs/details',
      'GET /modeling/v1/jobs/all_status',
      'GET /modeling/v1/jobs/all-sources',
      'GET /modeling/v1/jobs/queue/size',
      'GET /modeling/v1/jobs/{id}/download/{type}',
      'GET /modeling/v1/jobs/layer-tracker/{id}/adm-data',
      'GET /modeling/v1/submissions',
      'GET /modeling/v1/submissions/download_config/{id}',
      'POST /modeling/v1/submissions/validate-improvement-layers',
      'POST /modeling/v1/run/file',
    ])
      expect(paths).toContain(path)
  })
})

describe('the shapes', () => {
  const query = listQuery(['name', 'id'], { sortBy: 'name' }, { iso3_code: many(iso3), id: many(id) })
  it('give ten rows in the default order', () => {
    expect(query.parse({})).toEqual({ limit: 10, skip: 0, sort_by: 'name', sort_order: 'asc' })
  })
  it('accept one value or several', () => {
    expect(query.parse({ iso3_code: 'ken', id: ['1', 2] })).toMatchObject({ iso3_code: ['KEN'], id: [1, 2] })
    expect(query.safeParse({ id: Array(101).fill(1) }).success).toBe(false)
    expect(query.safeParse({ id: [] }).success).toBe(false)
  })
  it('support flags, dates, ids and words', () => {
    expect([true, 'true', false, 'false'].map((value) => flag.parse(value))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(flag.safeParse('1').success).toBe(false)
    expect(date.safeParse('2023-02-29').success).toBe(false)
    expect(date.parse('2024-02-29')).toBe('2024-02-29')
    expect(text.parse('  x ')).toBe('x')
    for (const bad of [0, -1, 1.5, 'x', 2 ** 31, null, [], {}]) expect(id.safeParse(bad).success).toBe(false)
  })
})

it('gives every table of the web application the time of a list', () => {
  for (const [name, { list }] of Object.entries(LISTS)) {
    expect(list.name).toBe(name)
    expect(list.timeoutMs, name).toBeGreaterThanOrEqual(LIST_TIMEOUT_MS)
  }
})
