import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { isKnown } from '../files/byte-range.ts'

/** The answer of a call that follows a standard: other programs ask for it again and again, so it has an ETag. */
export function sendStandard(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType = 'application/json' }: Pick<Endpoint, 'mediaType'>,
  text: string,
): unknown {
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`
  reply.headers({ 'cache-control': 'private, no-cache', etag })
  if (request.method !== 'POST' && isKnown(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  return reply.header('content-type', `${mediaType}; charset=utf-8`).send(text)
}
