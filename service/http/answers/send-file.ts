import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../service-error.ts'
import { isKnown, isSame, parseRange } from '../../files/byte-range.ts'
import { sentence } from '../../sentence.ts'
import { contentDisposition } from './content-disposition.ts'
import { holdAnswer } from './hold-answer.ts'
import type { FileAnswer } from '../route.ts'

const quote = (etag: string) => (/^(W\/)?"/.test(etag) ? etag : `"${etag}"`)

/** Streams a file: ranges, conditional requests and HEAD; never rendered as one of our pages. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
  personId: number | null,
): Promise<void> {
  const etag = file.etag === undefined ? undefined : quote(file.etag)
  reply.headers({
    'accept-ranges': file.size === null ? 'none' : 'bytes',
    'cache-control': file.cacheControl ?? 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  if (etag !== undefined) reply.header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return void reply.code(304).send()

  const ranged = isSame(request.headers['if-range'] as string | undefined, etag)
  const range = ranged && file.size !== null ? parseRange(request.headers.range, file.size) : 'whole'
  if (range === 'unsatisfiable')
    throw new ServiceError(
      'range-not-satisfiable',
      sentence`The requested range is outside the file, which has ${file.size} bytes.`,
      {
        headers: { 'Content-Range': `bytes */${file.size}` },
      },
    )
  // Opened before any header is sent, so that a missing file is answered as a problem.
  const content =
    request.method === 'HEAD' ? undefined : await file.open(range === 'whole' ? undefined : range)
  if (Buffer.isBuffer(content)) holdAnswer(reply, personId, content.length)
  reply.headers({
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(file.disposition ?? 'attachment', file.name),
  })
  const length = range === 'whole' ? file.size : range.end - range.start + 1
  if (length !== null) reply.header('content-length', length)
  if (range !== 'whole')
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  void reply.send(content)
}
