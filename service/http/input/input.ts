import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Endpoint, isOgc } from '#contract/endpoint.ts'
import { PIECE_TYPE } from '#contract/rasters/uploads.ts'
import { type ErrorKind, ServiceError } from '../../service-error.ts'
import { fixed, sentence } from '../../sentence.ts'
import { clean } from './hostile-input.ts'
import { invalidInput } from './invalid-input.ts'
import { readMultipart } from './multipart.ts'
import type { ReceivedFile, StreamedFile } from '../route.ts'
import type { Receiver } from './streamed-upload.ts'

const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  bytes: PIECE_TYPE,
} as const

/** True for the contract's `many(…)`: optional, preprocessed into a list. */
function takesMany(schema: unknown): boolean {
  let at = schema as z.ZodType | undefined
  while (at instanceof z.ZodOptional || at instanceof z.ZodDefault) at = at.unwrap() as z.ZodType
  if (at instanceof z.ZodPipe) at = at.out as z.ZodType
  return at instanceof z.ZodArray
}

function rejectRepeated(kind: ErrorKind, schema: z.ZodObject, input: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(input)) {
    if (!Array.isArray(value) || !(name in schema.shape) || takesMany(schema.shape[name])) continue
    const message = sentence`${name} can be given once only.`
    throw new ServiceError(kind, message, { field: name })
  }
}

function read(endpoint: Endpoint, schema: z.ZodObject | undefined, input: unknown, flat: boolean): unknown {
  const kind = isOgc(endpoint) ? 'bad-request' : 'invalid'
  if (!schema) return undefined
  const cleaned = clean(input ?? {})
  if (flat) rejectRepeated(kind, schema, cleaned as Record<string, unknown>)
  const parsed = schema.safeParse(cleaned)
  if (!parsed.success) throw invalidInput(kind, parsed.error, schema, cleaned)
  return parsed.data
}

function checkMediaType(request: FastifyRequest, encoding: keyof typeof MEDIA_TYPES): void {
  const said = request.headers['content-type']?.split(';')[0].trim().toLowerCase()
  if (said === undefined && request.body === undefined) return
  if (said !== MEDIA_TYPES[encoding])
    throw new ServiceError(
      'unsupported-type',
      sentence`This call takes a body of type ${fixed(MEDIA_TYPES[encoding])}.`,
    )
}

/** The same parameters with names in lower case; one that comes in two spellings comes twice. */
function inLowerCase(query: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    const key = name.toLowerCase()
    found[key] = key in found ? [found[key], value].flat() : value
  }
  return found
}

interface Input {
  params: unknown
  query: unknown
  body: unknown
  files: ReceivedFile[]
  streamed: StreamedFile[]
}

/** A request's whole input, validated by the contract; throws a 4xx that says what is wrong. */
export async function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  receiver: Receiver,
): Promise<Input> {
  const params = read(endpoint, endpoint.params, request.params, false)
  // A call without a query in the contract accepts none: a misspelt filter must not appear to work.
  const sent = endpoint.caseless ? inLowerCase(request.query) : request.query
  const query = read(endpoint, endpoint.query ?? z.strictObject({}), sent, true)
  const encoding = endpoint.encoding ?? 'json'
  if (encoding === 'multipart') {
    checkMediaType(request, encoding)
    const { fields, files, streamed } = await readMultipart(request, endpoint.files ?? {}, receiver)
    return { params, query, body: read(endpoint, endpoint.body, fields, true), files, streamed }
  }
  if (endpoint.body || encoding === 'bytes') checkMediaType(request, encoding)
  const body = read(endpoint, endpoint.body, request.body, encoding === 'form')
  return { params, query, body, files: [], streamed: [] }
}
