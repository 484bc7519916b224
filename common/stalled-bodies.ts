import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { writeProblem } from '#common/write-problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as it needs if data keeps arriving. */
    noTimeout?: boolean
  }
}

const LOOK_MS = 2500
const WINDOW_MS = 30_000
const LEAST_BYTES = 30 * 1024
const QUIET_MS = 120_000

interface Rule {
  /** The longest time for all of it. */
  wholeMs?: number
  /** Slow is allowed while anything arrives within this time, until the call is answered. */
  quietMs?: number
}

/**
 * Ends the call of a body that arrived at less than 1 KiB/s over the last 30 s, or breaks the rule of its call: it
 * occupies a slot for nothing. While we do not read (the store is slow or retrying) nothing can arrive, so that time
 * does not count.
 */
export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  { wholeMs = Infinity, quietMs }: Rule = {},
): void {
  const { headers, socket } = request
  // A GET may also have a body, which would otherwise stall unnoticed.
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody || !socket) return
  const start = performance.now()
  let arrivedAt = start
  /** Bytes read at each check in the last window, oldest first. */
  let seen = [socket.bytesRead]
  const end = (detail: string) => {
    clearInterval(watch)
    if (response.headersSent) request.destroy()
    else writeProblem(socket, 408, detail)
  }
  const watch = setInterval(() => {
    if (request.complete) return clearInterval(watch)
    const now = performance.now()
    if (now > start + wholeMs) return end(tooLong(wholeMs))
    const read = socket.bytesRead
    // From here on Node reads nothing more from the connection.
    const full = request.readableLength >= request.readableHighWaterMark
    if (full || read > seen.at(-1)!) arrivedAt = now
    if (full) return void (seen = [read])
    seen.push(read)
    const previous = seen.length > WINDOW_MS / LOOK_MS ? seen.shift()! : -Infinity
    if (quietMs !== undefined && !response.headersSent) {
      if (now - arrivedAt > quietMs) end(quiet(quietMs))
    } else if (read - previous < LEAST_BYTES) end(TOO_SLOW)
  }, LOOK_MS)
  watch.unref()
  request.once('close', () => clearInterval(watch))
}

const quiet = (ms: number) =>
  `Nothing arrived for ${ms / 1000} seconds, so the upload was ended. Send it again; an upload in pieces can continue where it stopped.`
const TOO_SLOW =
  'The request arrived at less than 1 KiB/s for 30 seconds, so it was ended. Send it again over a faster connection.'
const tooLong = (ms: number) =>
  `The request took longer than ${ms / 1000} seconds to arrive, so it was ended. Send it again over a faster connection.`

export function closeStalledBodies(app: FastifyInstance, wholeMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) =>
    watchBody(raw, reply.raw, routeOptions.config?.noTimeout ? { quietMs: QUIET_MS } : { wholeMs }),
  )
}
