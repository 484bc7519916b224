import type { FastifyReply } from 'fastify'
import type { Caller } from '../context.ts'

/** The caller, and a signal that is aborted when the connection closes before the answer is sent. */
export function callerOf(reply: FastifyReply, personId: number | null): Caller {
  const waiting = new AbortController()
  const leave = () => {
    if (!reply.raw.writableFinished) waiting.abort()
  }
  // The caller may have disconnected while the body arrived or the token was looked up.
  if (reply.raw.closed) leave()
  else reply.raw.once('close', leave)
  return { personId, signal: waiting.signal }
}
