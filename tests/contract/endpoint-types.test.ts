import { expect, it } from 'vitest'
import { z } from 'zod'
import { READERS, WRITERS, defineEndpoint } from '#contract/endpoint.ts'

const read = {
  name: 'getThing',
  resource: 'things',
  summary: 'One thing',
  method: 'GET',
  path: '/things/{id}',
  access: READERS,
  scope: 'read',
  rate: 'read',
  audit: null,
  params: z.object({ id: z.number() }),
  answer: z.object({ id: z.number() }),
} as const
const write = { ...read, method: 'POST', access: WRITERS, scope: 'write', rate: 'write' } as const

it('rejects endpoints whose fields contradict each other when they are compiled', () => {
  const wrong = [
    // @ts-expect-error: neither path nor body has such a field
    defineEndpoint({ ...read, record: 'job_id' }),
    // @ts-expect-error: a call that reads creates no record
    defineEndpoint({ ...read, record: 'result' }),
    // @ts-expect-error: a call that writes does not count as a read
    defineEndpoint({ ...write, rate: 'read', record: 'id' }),
    // @ts-expect-error: nobody logs in for a public call
    defineEndpoint({ ...read, access: 'public', record: 'id' }),
    // @ts-expect-error: neither path nor query has such a field
    defineEndpoint({ ...read, record: 'id', detail: 'ext' }),
    // @ts-expect-error: the answer has no such flag
    defineEndpoint({ ...write, record: 'result', stored: 'id' }),
    // @ts-expect-error: nobody gets anything with 202
    defineEndpoint({ ...write, record: 'result', acceptedKind: 'assets' }),
    // @ts-expect-error: actions are lower case
    defineEndpoint({ ...write, audit: 'changeThing', record: 'id' }),
  ]
  expect(wrong).toHaveLength(8)
})

it('completes an endpoint with what is usual for its method', () => {
  const { name, resource, summary, path, params, answer } = read
  const plain = { name, resource, summary, path, params, answer } as const
  const none = { audit: null, record: null }
  expect(defineEndpoint({ ...plain, method: 'GET' })).toMatchObject({
    access: READERS,
    scope: 'read',
    rate: 'read',
    ...none,
  })
  expect(defineEndpoint({ ...plain, method: 'DELETE' })).toMatchObject({
    access: WRITERS,
    scope: 'write',
    rate: 'write',
    ...none,
  })
  expect(defineEndpoint({ ...plain, method: 'POST', scope: 'read' }).rate).toBe('read')
  expect(defineEndpoint({ ...plain, method: 'POST', access: 'public' }).scope).toBeNull()
})

it('accepts those that agree', () => {
  const body = z.object({ job_ids: z.array(z.number()), job_id: z.number() })
  const right = [
    defineEndpoint({ ...read, record: 'id' }),
    defineEndpoint({ ...write, body, record: ['job_ids', 'job_id'], audit: 'change-thing' }),
    defineEndpoint({ ...write, rate: 'upload', record: 'result', recordKind: 'jobs' }),
    defineEndpoint({ ...write, record: 'result', accepted: read.answer, acceptedKind: 'assets' }),
    defineEndpoint({ ...read, record: 'id', detail: 'id' }),
    defineEndpoint({ ...read, access: 'public', scope: null, record: null }),
  ]
  expect(right.map(({ record }) => record)).toEqual([
    'id',
    ['job_ids', 'job_id'],
    'result',
    'result',
    'id',
    null,
  ])
})
