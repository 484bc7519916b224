import { HEARTBEAT_EVENT, HEARTBEAT_MS, watchJobs } from '#contract/jobs/jobs.ts'
import type { FastifyReply } from 'fastify'
import type { Services } from '../context.ts'
import { type JobEvent, type JobEvents, createJobEvents } from './job-events.ts'
import { fixed, sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import { authenticate } from './authenticate.ts'
import type { Call } from './route.ts'

const STREAMS_A_PERSON = 5
/** The most time for connecting to the database; its own time-out is shorter. */
const LISTEN_MS = 8000
/** Without an id: a reader that reconnects names its last change. Browsers ignore events without data. */
const HEARTBEAT = `event: ${HEARTBEAT_EVENT}\ndata: {}\n\n`
/** A reader with this much unsent data is gone or stuck. */
const MAX_WAITING_BYTES = 2 ** 20

interface Hub {
  events: JobEvents
  streams: Set<{ userId: number; close(): void }>
}
const hubs = new WeakMap<Services['db'], Hub>()

/** One database connection feeds all streams of the process. */
function hubOf({ db, log }: Services): Hub {
  const hub = hubs.get(db) ?? { events: createJobEvents(db, log), streams: new Set() }
  hubs.set(db, hub)
  return hub
}

/** Ends all streams and the connection that feeds them; call it before the server waits for its connections. */
export function closeJobEvents({ db }: Pick<Services, 'db'>): void {
  const hub = hubs.get(db)
  hubs.delete(db)
  for (const stream of hub?.streams ?? []) stream.close()
  hub?.events.close()
}

/**
 * Answers with a stream of 'job' events that stays open. A client that reconnects with its last event id gets the
 * changes since then, as far as this process knows them; other clients reload their lists when the stream opens.
 */
export async function streamJobEvents(services: Services, call: Call<typeof watchJobs>): Promise<void> {
  const { actor, request, reply, token, query } = call
  const { events, streams } = hubOf(services)
  if ([...streams].filter(({ userId }) => userId === actor.id).length >= STREAMS_A_PERSON) {
    throw new ServiceError(
      'too-many',
      sentence`You have reached the limit of ${fixed(STREAMS_A_PERSON)} live connections. Close one first.`,
      {
        headers: { 'Retry-After': '15' },
      },
    )
  }
  const isAllowed = async () => (await authenticate(watchJobs, token, services)) !== null
  const stream = makeStream(reply, actor.id, isAllowed, () => streams.delete(stream))
  streams.add(stream)
  const wanted = query.submission_id && new Set(query.submission_id)
  const seenId = request.headers['last-event-id']
  // Live events wait until the head and the replay are written, else an older state could follow a newer one.
  let held: JobEvent[] | null = []
  const send = ({ id, job }: JobEvent) => {
    if (wanted && !wanted.has(job.submission_id)) return
    stream.write(`id: ${id}\nevent: job\ndata: ${JSON.stringify(job)}\n\n`)
  }
  // A closed stream has no listeners, even if the database connection is established later.
  const listening = events
    .listen({
      onEvent: (event) => (held ? held.push(event) : send(event)),
      onAccessEnded: (userId) => userId === actor.id && stream.check(),
      onEnd: () => stream.close(),
    })
    .then((stop) => {
      if (stream.signal.aborted) stop()
      else stream.signal.addEventListener('abort', stop, { once: true })
    })
  const late = AbortSignal.any([stream.signal, AbortSignal.timeout(LISTEN_MS)])
  await Promise.race([listening, aborted(late)]).catch(() => stream.close())
  if (late.aborted || stream.signal.aborted) {
    stream.close()
    throw new ServiceError(
      'unavailable',
      sentence`Live updates are not available at the moment. Try again shortly.`,
      {
        headers: { 'Retry-After': '5' },
      },
    )
  }
  try {
    stream.open()
    const missed = typeof seenId === 'string' ? await events.since(seenId) : null
    for (const event of [...(missed ?? []), ...held]) send(event)
    held = null
    // The session may have ended before its end could be heard.
    stream.check()
  } catch (err) {
    services.log.warn({ err }, 'a live connection could not be kept')
    stream.close()
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * A slot for one reader. `open` takes the answer over from the framework and writes its head: until then the call can
 * still be rejected. `isAllowed` is checked at each heartbeat too, because sessions expire.
 */
function makeStream(
  reply: FastifyReply,
  userId: number,
  isAllowed: () => Promise<boolean>,
  onClose: () => void,
) {
  const { raw } = reply
  const closed = new AbortController()
  let heartbeat: NodeJS.Timeout | undefined
  const close = () => {
    if (closed.signal.aborted) return
    clearInterval(heartbeat)
    closed.abort()
    onClose()
    if (heartbeat) raw.end()
  }
  const write = (text: string) => {
    if (closed.signal.aborted) return
    if (raw.writableLength > MAX_WAITING_BYTES) {
      close()
      raw.destroy()
    } else raw.write(text)
  }
  const check = () => void isAllowed().then((allowed) => allowed || close(), close)
  const open = () => {
    reply.hijack()
    heartbeat = setInterval(() => {
      write(HEARTBEAT)
      check()
    }, HEARTBEAT_MS)
    heartbeat.unref()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value)
    }
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    raw.write(`retry: 2000\n${HEARTBEAT}`)
  }
  raw.once('close', close)
  raw.once('error', close)
  // The reader may have disconnected during validation.
  if (raw.destroyed) queueMicrotask(close)
  return { userId, open, write, check, close, signal: closed.signal }
}
