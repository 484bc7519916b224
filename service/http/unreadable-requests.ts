import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { BARE_HEADERS, writeProblem } from '#common/write-problem.ts'

export const addBareHeaders = (reply: FastifyReply, requestId: string): FastifyReply =>
  reply.headers({ ...BARE_HEADERS, 'x-request-id': requestId })

const DETAILS: Record<number, string> = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  431: 'The headers of the request are too long.',
}

const statusOf = (code: string | undefined) =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400

/** Answers requests that Node's parser rejects, in the same form as every other problem. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = statusOf(error.code)
  if (error.code !== 'ECONNRESET' && socket.writable) writeProblem(socket, status, DETAILS[status]!)
  else socket.destroy(error)
}
