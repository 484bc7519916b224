import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { sizeLimit } from '#common/file-size.ts'
import { namedUploads } from '#contract/rasters/uploads.ts'
import { cleanName } from '../../files/keep-file.ts'
import { ServiceError } from '../../service-error.ts'
import type { ReceivedFile, StreamedFile } from '../route.ts'
import { type Sentence, sentence } from '../../sentence.ts'
import type { Receiver } from './streamed-upload.ts'

const MAX_FIELDS = 100
const MAX_FIELD_BYTES = 2 ** 20
const SLACK_BYTES = 4 * 2 ** 20

type FileRules = NonNullable<Endpoint['files']>

const rejection = (field: string, message: Sentence) => new ServiceError('invalid', message, { field })

/** What the caller sends: what else fails while it is read is not its fault. */
async function* asSent<T>(content: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* content
  } catch (error) {
    throw (error as { statusCode?: number }).statusCode === 413
      ? new ServiceError(
          'too-large',
          sentence`The request has more parts, or larger ones, than this call allows.`,
        )
      : new ServiceError('bad-request', sentence`The multipart body is damaged or was cut off.`)
  }
}

async function readFile(part: MultipartFile, maxBytes: number, receiver: Receiver): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of asSent(part.file as AsyncIterable<Buffer>)) {
    size += chunk.byteLength
    if (size > maxBytes) {
      const message = sentence`The file '${part.fieldname}' is larger than ${sizeLimit(maxBytes)}.`
      throw new ServiceError('too-large', message, { field: part.fieldname })
    }
    receiver.hold(chunk.byteLength)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** The name of a sent file, without the sender's folders. */
export const plainName = (name: string | undefined): string =>
  cleanName((name ?? '').split(/[\\/]/).at(-1) ?? '')

function rulesFor(field: string, rules: FileRules): FileRules[string] {
  if (Object.hasOwn(rules, field)) return rules[field]
  const names = Object.keys(rules).join(', ')
  throw rejection(
    field,
    sentence`'${field.slice(0, 60)}' is not a file that this call takes; allowed are ${names}.`,
  )
}

interface MultipartBody {
  fields: Record<string, unknown>
  files: ReceivedFile[]
  streamed: StreamedFile[]
}

async function take(
  part: Multipart,
  { fields, files, streamed }: MultipartBody,
  rules: FileRules,
  receiver: Receiver,
): Promise<void> {
  if (part.type === 'field') {
    if (part.valueTruncated || part.fieldnameTruncated)
      throw new ServiceError(
        'too-large',
        sentence`The field '${part.fieldname.slice(0, 60)}' is larger than 1 MiB.`,
      )
    receiver.hold(String(part.value).length)
    const previous = fields[part.fieldname]
    fields[part.fieldname] =
      previous === undefined
        ? part.value
        : Array.isArray(previous)
          ? [...(previous as unknown[]), part.value]
          : [previous, part.value]
    return
  }
  const rule = rulesFor(part.fieldname, rules)
  if ([...files, ...streamed].filter((file) => file.field === part.fieldname).length >= rule.maxCount)
    throw rejection(
      part.fieldname,
      sentence`At most ${rule.maxCount} of '${part.fieldname}' can be sent at once.`,
    )
  const about = { field: part.fieldname, name: plainName(part.filename) }
  if (rule.stream === undefined) {
    files.push({ ...about, content: await readFile(part, rule.maxBytes, receiver) })
    return
  }
  const content = asSent(part.file as AsyncIterable<Buffer>)
  streamed.push(await receiver.receive({ ...about, content, maxBytes: rule.maxBytes }))
}

/** Takes the uploads that a form names, as if they had been sent as this field. */
async function finishAll(
  field: string,
  { maxCount }: FileRules[string],
  { fields, streamed }: MultipartBody,
  receiver: Receiver,
): Promise<void> {
  const { data: names = [], success } = namedUploads.safeParse(fields.uploads)
  if (!success)
    throw rejection(
      'uploads',
      sentence`Each of uploads must be the id of a finished upload, as ID or as ID:SHA256.`,
    )
  if (names.length + streamed.filter((file) => file.field === field).length > maxCount)
    throw rejection(
      'uploads',
      sentence`At most ${maxCount} of '${field}' can be sent at once, uploads included.`,
    )
  const pairs = names.map((name) => name.toLowerCase().split(':'))
  const twice = pairs.find(([id], place) => pairs.findIndex(([other]) => other === id) < place)
  if (twice)
    throw rejection('uploads', sentence`The upload ${twice[0]} appears twice in uploads. Name it once.`)
  for (const [upload, sha256] of pairs) streamed.push(await receiver.finish(field, { upload, sha256 }))
}

/**
 * Reads a whole multipart body, within the endpoint's limits, before it is used; streamed files are then in the store.
 */
export async function readMultipart(
  request: FastifyRequest,
  rules: FileRules,
  receiver: Receiver,
): Promise<MultipartBody> {
  const most = Object.values(rules).reduce((sum, rule) => sum + rule.maxBytes * rule.maxCount, SLACK_BYTES)
  if (Number(request.headers['content-length'] ?? 0) > most)
    throw new ServiceError('too-large', sentence`The request is larger than ${sizeLimit(most)}.`)
  const count = Object.values(rules).reduce((sum, rule) => sum + rule.maxCount, 0)
  const body: MultipartBody = {
    fields: Object.create(null) as Record<string, unknown>,
    files: [],
    streamed: [],
  }
  try {
    const limits = {
      fieldNameSize: 200,
      fieldSize: MAX_FIELD_BYTES,
      fields: MAX_FIELDS,
      files: count + 1,
      parts: MAX_FIELDS + count + 1,
      fileSize: Math.max(...Object.values(rules).map((rule) => rule.maxBytes)) + 1,
    }
    for await (const part of asSent(request.parts({ limits }))) await take(part, body, rules, receiver)
  } catch (error) {
    // The rest of the body is discarded, so that the answer can be sent.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
  for (const [field, rule] of Object.entries(rules)) {
    const sent = [...body.files, ...body.streamed].some((file) => file.field === field)
    if (rule.orUploads && body.fields.uploads !== undefined) await finishAll(field, rule, body, receiver)
    else if (rule.orUpload && body.fields.upload !== undefined) {
      if (sent) throw rejection('upload', sentence`Send '${field}' or name an 'upload', not both.`)
      body.streamed.push(await receiver.finish(field, body.fields))
    } else if (rule.required && !sent) throw rejection(field, sentence`The file '${field}' is missing.`)
  }
  return body
}
