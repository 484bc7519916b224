import type { FastifyReply } from 'fastify'
import type { Caller } from '../context.ts'

/** The caller, and a signal that is aborted when the connection closes before the answer is sent. */
export function callerOf(reply: FastifyReply, personId: number | null): Caller {
  const waiting = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) waiting.abort()
  })
  return { personId, signal: waiting.signal }
}
