import type { z } from 'zod'
import { BASE_PATH, DEFAULT_TIMEOUT_MS, type Endpoint } from '#contract/endpoint.ts'
import { sizeLimit } from '#common/file-size.ts'
import { problem } from '#contract/shapes.ts'
import { PIECE_TYPE } from '#contract/rasters/uploads.ts'
import { problemResponses, responsesOf } from './openapi-answers.ts'
import type { JsonSchema, OpenApi, Operation, Parameter } from './openapi-document.ts'
import { exampleOf } from './openapi-example.ts'
import { toSchema } from './openapi-schema.ts'
import { BODY_EXAMPLES, HEADER_WORDS, PARAMETER_EXAMPLES, QUERY_WORDS, wordsOf } from './openapi-texts.ts'

/** True if the field has its usual meaning: in a call without paging, `limit` is something else. */
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

const inWords = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

const scopeSentence = (scope: Endpoint['scope']) =>
  scope === 'session'
    ? 'Only after logging in, with no access token.'
    : `An access token needs the scope ${scope}.`

function operation(endpoint: Endpoint): Operation {
  const { access } = endpoint
  const timeoutMs = endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const body = requestBody(endpoint)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `${access === 'public' ? 'Public; no token needed.' : `For the role ${inWords(access)}. ${scopeSentence(endpoint.scope)}`} A client should wait at most ${timeoutMs / 1000} s.`,
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
    responses: responsesOf(endpoint),
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
      responses: problemResponses(),
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
