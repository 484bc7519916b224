import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Problem } from '#contract/shapes.ts'

/** For answers sent before any hook has run; helmet sets the same headers on all others. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

export const addBareHeaders = (reply: FastifyReply, requestId: string): FastifyReply =>
  reply.headers({ ...HEADERS, 'x-request-id': requestId })

const DETAILS: Record<number, string> = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  431: 'The headers of the request are too long.',
}

const statusOf = (code: string | undefined) =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400

/** Answers requests that Node's parser rejects, in the same form as every other problem. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status = statusOf(error.code)
    const title = STATUS_CODES[status] ?? 'Error'
    const problem: Problem = { type: 'about:blank', title, status, detail: DETAILS[status] }
    const body = JSON.stringify(problem)
    const headers = {
      ...HEADERS,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}
