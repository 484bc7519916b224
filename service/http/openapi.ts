import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { BASE_PATH, type Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/shapes.ts'

type JsonSchema = Record<string, unknown>

/** A preprocessed list (`many`) takes what its list takes; a schema made for output tells nothing of that. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodPipe && zodSchema.in instanceof z.ZodTransform)
        Object.assign(jsonSchema, toSchema(zodSchema.out as z.ZodType, io))
    },
  }) as JsonSchema
  delete made.$schema
  return made
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): JsonSchema[] {
  if (!schema) return []
  const made = toSchema(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(made.properties ?? {}).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || (made.required?.includes(name) ?? false),
    schema: one,
  }))
}

const MEDIA = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const

function requestBody(endpoint: Endpoint): JsonSchema | undefined {
  if (!endpoint.body) return undefined
  const schema = toSchema(endpoint.body, 'input') as { properties?: JsonSchema; required?: string[] }
  for (const [name, rule] of Object.entries(endpoint.files ?? {})) {
    const file = {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: `at most ${rule.maxBytes} bytes`,
    }
    schema.properties = {
      ...schema.properties,
      [name]: rule.maxCount === 1 ? file : { type: 'array', maxItems: rule.maxCount, items: file },
    }
    if (rule.required) schema.required = [...(schema.required ?? []), name]
  }
  return { required: true, content: { [MEDIA[endpoint.encoding ?? 'json']]: { schema } } }
}

function answerOf({ answer }: Endpoint): JsonSchema {
  if (answer === 'file')
    return {
      description: 'The file; byte ranges are answered with 206',
      content: { 'application/octet-stream': {} },
    }
  if (answer === 'events') return { description: 'Events', content: { 'text/event-stream': {} } }
  return { description: 'Done', content: { 'application/json': { schema: toSchema(answer, 'output') } } }
}

function operation(endpoint: Endpoint): JsonSchema {
  const refusals = endpoint.access === 'public' ? [400, 422, 429] : [403, 404, 422, 429]
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.resource],
    ...(endpoint.access === 'public' ? { security: [] } : { 'x-roles': endpoint.access }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.headers ?? []).map((name) => ({
        name,
        in: 'header',
        required: false,
        schema: { type: 'string' },
      })),
    ],
    requestBody: requestBody(endpoint),
    responses: {
      '200': answerOf(endpoint),
      ...Object.fromEntries(
        refusals.map((status) => [
          String(status),
          {
            description: STATUS_CODES[status],
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  }
}

/** OpenAPI 3.1 of the contract: made from the very schemas that judge the calls. */
export function makeOpenApi(
  endpoints: readonly Endpoint[],
  about: { title: string; version: string },
): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: BASE_PATH }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { Problem: toSchema(problem, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
