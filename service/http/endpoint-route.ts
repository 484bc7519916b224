import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BASE_PATH, type Endpoint, NO_TIMEOUT } from '#contract/endpoint.ts'
import type { Services } from '../context.ts'
import { JsonPieces, JsonText } from '../json-text.ts'
import { type Known, authenticate, tokenOf, invalidCredentials } from './authenticate.ts'
import { FORM_MAX_BYTES, JSON_MAX_BYTES } from './input/body-parsers.ts'
import type { CallLimits } from './limits/call-limits.ts'
import type { CallTurns } from './limits/call-turns.ts'
import { callerOf } from './caller.ts'
import { holdAnswer } from './answers/hold-answer.ts'
import { readInput } from './input/input.ts'
import { noteIfNotStored, withEntry } from './record-calls.ts'
import { rejectWhenBusy } from './limits/reject-when-busy.ts'
import { Accepted, type Call, type FileAnswer, type Route } from './route.ts'
import { sendFile } from './answers/send-file.ts'
import { rejectSideFile } from './answers/side-files.ts'
import { createReceiver } from './input/streamed-upload.ts'

/** Calls that may take longer get a longer idle time-out. It must be below that of the server. */
const SILENCE_MS = 100_000

const known = new WeakMap<FastifyRequest, Known | null>()

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
  personId: number | null,
): Promise<void> {
  if (route.endpoint.answer === 'events') return
  if (route.endpoint.answer === 'empty')
    return void reply.code(204).header('cache-control', 'no-store').send()
  if (route.endpoint.answer === 'file') return sendFile(request, reply, result as FileAnswer, personId)
  if (result instanceof Accepted)
    return void reply
      .code(202)
      .header('location', BASE_PATH + result.path)
      .header('preference-applied', 'respond-async')
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(result.value))
  reply
    .header('cache-control', 'no-store')
    .header('content-type', `${route.endpoint.mediaType ?? 'application/json'}; charset=utf-8`)
  if (result instanceof JsonPieces) {
    // One part waits in the stream, another in the connection.
    holdAnswer(reply, personId, 2 * result.largestBytes)
    return void reply.send(Readable.from(result.pieces, { objectMode: false }))
  }
  const text = result instanceof JsonText ? result.text : JSON.stringify(result)
  // What was written cannot be rejected any more.
  if (route.endpoint.scope === 'read') holdAnswer(reply, personId, Buffer.byteLength(text))
  reply.send(text)
}

/** An export and outlines are still read from the database while they are sent. */
const isGenerated = ({ answer }: Endpoint, result: unknown) =>
  result instanceof JsonPieces || (answer === 'file' && (result as FileAnswer | undefined)?.size === null)

/**
 * One call of the contract on the app: rights first, before any byte of the body is read; then input; then the handler.
 */
export function registerRoute(
  app: FastifyInstance,
  route: Route,
  services: Services,
  limits: CallLimits,
  turns: CallTurns,
): void {
  const { endpoint } = route
  const readable = endpoint.method === 'GET' && endpoint.answer !== 'events'
  app.route({
    method: readable ? ['GET', 'HEAD'] : endpoint.method,
    url: BASE_PATH + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { noTimeout: endpoint.timeoutMs === NO_TIMEOUT, endpoint },
    bodyLimit: endpoint.encoding === 'form' ? FORM_MAX_BYTES : JSON_MAX_BYTES,
    onRequest: async (request: FastifyRequest) => {
      rejectWhenBusy(services.db)
      const person = await authenticate(endpoint, tokenOf(request), services, request)
      countCall(limits, endpoint, request, person)
      known.set(request, person)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      // While a long call runs, its connection carries no data: it may stay idle as long as the client waits.
      const { timeoutMs = 0 } = endpoint
      const isLong = endpoint.timeoutMs === NO_TIMEOUT || timeoutMs > SILENCE_MS
      if (isLong && request.raw.socket instanceof Socket)
        request.raw.socket.setTimeout(timeoutMs === NO_TIMEOUT ? 0 : timeoutMs + 10_000)
      // Several parts of a call wait for its end, more than Node expects.
      reply.raw.setMaxListeners(20)
      const caller = callerOf(reply, known.get(request)?.actor.id ?? null)
      rejectSideFile(endpoint, request)
      let endTurn = () => {}
      const takeTurn = async () => {
        if (endpoint.byWorker || endpoint.encoding === 'bytes') return
        endTurn = await turns.take(callerName(request, caller.personId), caller.signal)
      }
      let result: unknown
      try {
        const receiver = createReceiver(services, caller.personId)
        try {
          // Files may take minutes to arrive; other bodies are here already.
          if (endpoint.encoding !== 'multipart') await takeTurn()
          const input = await readInput(endpoint, request, receiver)
          if (endpoint.encoding === 'multipart') await takeTurn()
          const { actor = null, accessToken = null } = known.get(request) ?? {}
          if (!actor && endpoint.access !== 'public') throw invalidCredentials()
          const token = tokenOf(request)
          const accessTokenId = accessToken?.id ?? null
          const call = { ...input, actor, token, accessTokenId, caller, request, reply } as Call<
            Route['endpoint']
          >
          result = await route.handle(call, withEntry(call, endpoint, services))
          noteIfNotStored(request, endpoint, result)
        } finally {
          await receiver.close()
        }
        await answer(route, request, reply, result, caller.personId)
      } finally {
        if (isGenerated(endpoint, result) && !reply.raw.closed) reply.raw.once('close', endTurn)
        else endTurn()
      }
      return reply
    },
  })
}

const callerName = ({ ip }: FastifyRequest, personId: number | null) =>
  personId === null ? `at ${ip}` : String(personId)

const MOST_OF_BLOCK = 16 * 1024 ** 2

/** Of a request for one block of a stored file; null for any other, or if the whole file may be the answer. */
function blockLength({ byBlocks }: Endpoint, { headers }: FastifyRequest): number | null {
  if (!byBlocks || headers['if-range'] !== undefined) return null
  const [, start, end] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(headers.range ?? '') ?? []
  const length = Number(end) - Number(start) + 1
  return length > 0 && length <= MOST_OF_BLOCK ? length : null
}

/** Anonymous callers count by address, where many people may be behind one proxy: what they write counts as reading. */
function countCall(limits: CallLimits, endpoint: Endpoint, request: FastifyRequest, person: Known | null) {
  const length = blockLength(endpoint, request)
  if (length !== null) return limits.countBlock(person?.actor.id ?? callerName(request, null), length)
  if (person) return limits.count(person.actor.id, endpoint, request.headers['idempotency-key'])
  const rate = endpoint.rate === 'write' ? 'read' : endpoint.rate
  limits.count(callerName(request, null), { rate })
}
