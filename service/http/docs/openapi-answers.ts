import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import { type Endpoint, isForPrograms, isOgc } from '#contract/endpoint.ts'
import type { MediaContent, ResponseObject, Operation } from './openapi-document.ts'
import { exampleOf } from './openapi-example.ts'
import { toSchema } from './openapi-schema.ts'
import { PROBLEMS } from './openapi-texts.ts'

const requestId = {
  'X-Request-Id': {
    description: 'The number of this call in the log of the service; the caller’s own when one was sent',
    schema: { type: 'string' },
  },
}

const textHeader = (description: string) => ({ description, schema: { type: 'string' } })
const rangeHeaders = {
  'Accept-Ranges': textHeader('bytes'),
  ETag: textHeader('Changes with the content; for If-None-Match and If-Range'),
}

/** The answers of a call that succeeds. */
function answersOf({
  answer,
  accepted,
  mediaType = 'application/json',
}: Endpoint): Record<string, ResponseObject> {
  const headers = requestId
  if (answer === 'events')
    return { '200': { description: 'Events, as they happen', headers, content: { 'text/event-stream': {} } } }
  if (answer === 'empty') return { '204': { description: 'Done', headers } }
  if (answer !== 'file')
    return {
      '200': {
        description: 'Done',
        headers,
        content: { [mediaType]: withExample(answer) },
      },
      ...(accepted ? { '202': acceptedAnswer(accepted) } : {}),
    }
  const content = { 'application/octet-stream': {} }
  return {
    '200': { description: 'The file', headers: { ...headers, ...rangeHeaders }, content },
    '206': {
      description: 'The requested byte range',
      headers: { ...headers, ...rangeHeaders, 'Content-Range': textHeader('bytes 0-1023/4096') },
      content,
    },
    '304': { description: 'The file is still the one that If-None-Match names' },
  }
}

/** With an example, unless none made of the schema would pass for an answer. */
function withExample(answer: z.ZodType): MediaContent {
  const schema = toSchema(answer, 'output')
  const example = exampleOf(schema)
  return { schema, ...(answer.safeParse(example).success ? { example } : {}) }
}

const acceptedAnswer = (accepted: z.ZodType): ResponseObject => ({
  description: 'Received; the rest is done later, for a caller who asked not to wait (Prefer: respond-async)',
  headers: {
    ...requestId,
    Location: textHeader('Where to follow it'),
    'Preference-Applied': textHeader('respond-async'),
  },
  content: { 'application/json': { schema: toSchema(accepted, 'output') } },
})

/** Whether a JSON body names records, which may not exist. */
const namesRecords = ({ body, encoding = 'json' }: Endpoint) =>
  body !== undefined && encoding === 'json' && /"(\w+_)?ids?":/.test(JSON.stringify(toSchema(body, 'input')))

function errorStatuses(endpoint: Endpoint): number[] {
  const { access, answer, encoding, method, body, params, files, standard } = endpoint
  return [
    ...(body ? [400, 413, 415] : standard ? [400] : []),
    ...(isForPrograms(endpoint) ? [401] : []),
    403,
    ...((params && access !== 'public') || namesRecords(endpoint) ? [404] : []),
    ...(method !== 'GET' || answer === 'file' ? [409] : []),
    ...(access === 'public' && answer === 'file' ? [410] : []),
    ...(answer === 'file' ? [416] : []),
    ...(isOgc(endpoint) ? [] : [422]),
    429,
    503,
    ...(encoding === 'bytes' ? [413, 415, 423] : []),
    ...(files || encoding === 'bytes' ? [507] : []),
  ].sort((a, b) => a - b)
}

function problemResponse(status: number): ResponseObject {
  const { description, detail } = PROBLEMS[status]
  const example = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    request_id: '5f0c7c1e-2f6b',
  }
  return {
    description,
    headers: { ...requestId, ...(status === 429 ? { 'Retry-After': textHeader('Seconds to wait') } : {}) },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } },
  }
}

/** The answers of calls that fail, by status: they are the same for all calls. */
export const problemResponses = (): Record<string, ResponseObject> =>
  Object.fromEntries(Object.keys(PROBLEMS).map((status) => [status, problemResponse(Number(status))]))

/** What a call answers: done, or why not. */
export const responsesOf = (endpoint: Endpoint): Operation['responses'] => ({
  ...answersOf(endpoint),
  ...Object.fromEntries(
    errorStatuses(endpoint).map((status) => [String(status), { $ref: `#/components/responses/${status}` }]),
  ),
})
