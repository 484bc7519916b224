import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { BASE_PATH, DEFAULT_TIMEOUT_MS, type Endpoint, type Role } from '#contract/endpoint.ts'
import { sizeLimit } from '#contract/file-size.ts'
import { problem } from '#contract/shapes.ts'
import { PIECE_TYPE } from '#contract/uploads.ts'
import { exampleOf } from './openapi-example.ts'
import {
  BODY_EXAMPLES,
  HEADER_WORDS,
  PARAMETER_EXAMPLES,
  PROBLEMS,
  QUERY_WORDS,
  wordsOf,
} from './openapi-words.ts'

export type JsonSchema = Record<string, unknown>

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}

interface MediaContent {
  schema?: JsonSchema
  example?: unknown
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: []
  'x-roles'?: readonly Role[]
  /** What an access token must be allowed; 'session': no access token may make the call. */
  'x-scope'?: Endpoint['scope']
  'x-timeout-ms': number
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaContent> }
  responses: Record<
    string,
    { description: string; headers?: Record<string, unknown>; content?: Record<string, MediaContent> }
  >
}

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description: string }[]
  security: Record<string, []>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> }
}

const isEmpty = (schema: unknown) =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0

/**
 * A preprocessed list (`many`) accepts what its list accepts; a schema generated for output does not show that.
 * 'Anything or null' is anything.
 */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodTransform)
        Object.assign(jsonSchema, toSchema(zodSchema.out as z.ZodType, io))
      if (jsonSchema.anyOf?.some(isEmpty)) delete jsonSchema.anyOf
    },
  }) as JsonSchema
  delete made.$schema
  return made
}

/** In a call that has no pages, `limit` is something else. */
const isPlain = (name: string, { shape }: z.ZodObject) =>
  name !== 'limit' || 'skip' in shape || 'token' in shape

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): Parameter[] {
  if (!schema) return []
  const made = toSchema(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(made.properties ?? {}).map(([name, one]) => {
    const required = place === 'path' || (made.required?.includes(name) ?? false)
    const example = PARAMETER_EXAMPLES[name]
    const shown =
      required &&
      example !== undefined &&
      !Array.isArray(one.enum) &&
      schema.shape[name].safeParse(example).success
    const fitting = one.type === 'array' ? [example] : example
    const description = place === 'query' && isPlain(name, schema) ? QUERY_WORDS[name] : undefined
    return {
      name,
      in: place,
      required,
      ...(description ? { description } : {}),
      schema: one,
      ...(shown ? { example: fitting } : {}),
    }
  })
}

const MEDIA = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  bytes: PIECE_TYPE,
} as const

/** An example that the call would accept; none if neither descriptions nor the schema provide one. */
function bodyExample({ name, body, files = {} }: Endpoint, schema: JsonSchema): unknown {
  const example = BODY_EXAMPLES[name] ?? exampleOf(schema)
  const fields = Object.entries(example as Record<string, unknown>).filter(([key]) => !(key in files))
  return body?.safeParse(Object.fromEntries(fields)).success ? example : undefined
}

function requestBody(endpoint: Endpoint): Operation['requestBody'] {
  if (endpoint.encoding === 'bytes') return { required: true, content: { [PIECE_TYPE]: {} } }
  if (!endpoint.body) return undefined
  const schema: JsonSchema & {
    properties?: Record<string, JsonSchema>
    required?: string[]
  } = toSchema(endpoint.body, 'input')
  for (const [name, rule] of Object.entries(endpoint.files ?? {})) {
    const file = {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: `at most ${sizeLimit(rule.maxBytes)}`,
    }
    schema.properties = {
      ...schema.properties,
      [name]: rule.maxCount === 1 ? file : { type: 'array', maxItems: rule.maxCount, items: file },
    }
    if (rule.required && !rule.orUpload && !rule.orUploads)
      schema.required = [...(schema.required ?? []), name]
  }
  const example = bodyExample(endpoint, schema)
  return {
    required: (schema.required?.length ?? 0) > 0,
    content: {
      [MEDIA[endpoint.encoding ?? 'json']]: { schema, ...(example === undefined ? {} : { example }) },
    },
  }
}

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

function answersOf({ answer, accepted, mediaType = 'application/json' }: Endpoint): Operation['responses'] {
  const headers = requestId
  if (answer === 'events')
    return { '200': { description: 'Events, as they happen', headers, content: { 'text/event-stream': {} } } }
  if (answer === 'empty') return { '204': { description: 'Done', headers } }
  if (answer !== 'file')
    return {
      '200': {
        description: 'Done',
        headers,
        content: { [mediaType]: { schema: toSchema(answer, 'output') } },
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

const acceptedAnswer = (accepted: z.ZodType): Operation['responses'][string] => ({
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
    403,
    ...((params && access !== 'public') || namesRecords(endpoint) ? [404] : []),
    ...(method !== 'GET' || answer === 'file' ? [409] : []),
    ...(access === 'public' && answer === 'file' ? [410] : []),
    ...(answer === 'file' ? [416] : []),
    422,
    429,
    503,
    ...(encoding === 'bytes' ? [413, 415, 423] : []),
    ...(files || encoding === 'bytes' ? [507] : []),
  ].sort((a, b) => a - b)
}

function errorAnswer(status: number): Operation['responses'][string] {
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

const inWords = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

function operation(endpoint: Endpoint): Operation {
  const { access } = endpoint
  const timeoutMs = endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const body = requestBody(endpoint)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `${access === 'public' ? 'Public; no token needed.' : `For the role ${inWords(access)}.`} A client should wait at most ${timeoutMs / 1000} s.`,
    tags: [endpoint.resource],
    ...(access === 'public' ? { security: [] } : { 'x-roles': access, 'x-scope': endpoint.scope }),
    'x-timeout-ms': timeoutMs,
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.headers ?? []).map((name): Parameter => ({
        name,
        in: 'header',
        required: false,
        description: HEADER_WORDS[name],
        schema: { type: 'string' },
        example: PARAMETER_EXAMPLES[name],
      })),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...answersOf(endpoint),
      ...Object.fromEntries(errorStatuses(endpoint).map((status) => [String(status), errorAnswer(status)])),
    },
  }
}

const DESCRIPTION = `Create an access token in your profile, or log in with \`POST ${BASE_PATH}/auth/login/access-token\`, and send it as \`Authorization: Bearer …\`.
Lists take \`limit\`, \`skip\`, \`sort_by\`, \`sort_order\` and \`then_by\`, and return \`{ content, totalElements }\`.
Errors are returned as a problem (RFC 9457) whose \`detail\` is one sentence.`

/** OpenAPI 3.1 of the contract, generated from the same schemas that validate the calls. */
export function makeOpenApi(
  endpoints: readonly Endpoint[],
  about: { title: string; version: string },
  publicUrl = '',
): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  const resources = [...new Set(endpoints.map(({ resource }) => resource))]
  return {
    openapi: '3.1.0',
    info: { ...about, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl + BASE_PATH, description: 'This service' }],
    security: [{ bearer: [] }, { basic: [] }],
    tags: resources.map((name) => ({ name, description: wordsOf(name) })),
    paths,
    components: {
      schemas: { Problem: toSchema(problem, 'output') },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token, which expires when its owner chose; or the accessToken of a login, which expires 8 hours after its last use, or after 7 days.',
        },
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            'For programs that know only names and passwords: any name, and an access token as the password. A password of an account is not accepted.',
        },
      },
    },
  }
}
