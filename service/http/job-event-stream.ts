import { watchJobs } from '#contract/jobs.ts'
import type { FastifyReply } from 'fastify'
import type { Services } from '../context.ts'
import { type JobEvent, type JobEvents, createJobEvents } from '../jobs/job-events.ts'
import { ServiceError } from '../service-error.ts'
import { authenticate } from './authenticate.ts'
import type { Call } from './route.ts'

const STREAMS_A_PERSON = 5
const HEARTBEAT_MS = 15_000
/** A reader that lets so much pile up is gone or stuck. */
const MAX_WAITING_BYTES = 2 ** 20

interface Hub {
  events: JobEvents
  streams: Set<{ userId: number; close(): void }>
}
const hubs = new WeakMap<Services['db'], Hub>()

/** One connection to the database feeds the streams of the whole process. */
function hubOf({ db, log }: Services): Hub {
  const hub = hubs.get(db) ?? { events: createJobEvents(db, log), streams: new Set() }
  hubs.set(db, hub)
  return hub
}

/** Ends all streams and the connection that feeds them; to be called before the server waits for its connections. */
export function closeJobEvents({ db }: Pick<Services, 'db'>): void {
  const hub = hubs.get(db)
  hubs.delete(db)
  for (const stream of hub?.streams ?? []) stream.close()
  hub?.events.close()
}

/**
 * Answers with a stream of 'job' events that stays open. A client that reconnects with the id of its last event gets
 * what changed meanwhile, as far as this process knows; any other asks for its lists anew when the stream opens.
 */
export async function streamJobEvents(services: Services, call: Call<typeof watchJobs>): Promise<void> {
  const { actor, request, reply, token, query } = call
  const { events, streams } = hubOf(services)
  if ([...streams].filter(({ userId }) => userId === actor.id).length >= STREAMS_A_PERSON) {
    throw new ServiceError(
      'too-many',
      `At most ${STREAMS_A_PERSON} live connections are kept for a person.`,
      {
        headers: { 'Retry-After': '15' },
      },
    )
  }
  const isAllowed = async () => (await authenticate(watchJobs, token, services)) !== null
  const stream = openStream(reply, actor.id, isAllowed, () => streams.delete(stream))
  streams.add(stream)
  const wanted = query.submission_id && new Set(query.submission_id)
  const seenId = request.headers['last-event-id']
  // Live events wait until the replay is written, else an older state could follow a newer one.
  let held: JobEvent[] | null = []
  const send = ({ id, job }: JobEvent) => {
    if (wanted && !wanted.has(job.submission_id)) return
    stream.write(`id: ${id}\nevent: job\ndata: ${JSON.stringify(job)}\n\n`)
  }
  try {
    const stop = await events.listen({
      onEvent: (event) => (held ? held.push(event) : send(event)),
      onEnd: () => stream.close(),
    })
    if (stream.signal.aborted) return stop()
    stream.signal.addEventListener('abort', stop, { once: true })
    const missed = typeof seenId === 'string' ? await events.since(seenId) : null
    for (const event of [...(missed ?? []), ...held]) send(event)
    held = null
  } catch (err) {
    services.log.warn({ err }, 'a live connection could not be kept')
    stream.close()
  }
}

/** Takes the answer out of the framework's hands; `isAllowed` is asked at each heartbeat: sessions end. */
function openStream(
  reply: FastifyReply,
  userId: number,
  isAllowed: () => Promise<boolean>,
  onClose: () => void,
) {
  reply.hijack()
  const { raw } = reply
  const closed = new AbortController()
  const close = () => {
    if (closed.signal.aborted) return
    clearInterval(heartbeat)
    closed.abort()
    onClose()
    raw.end()
  }
  const write = (text: string) => {
    if (closed.signal.aborted) return
    if (raw.writableLength > MAX_WAITING_BYTES) {
      close()
      raw.destroy()
    } else raw.write(text)
  }
  const heartbeat = setInterval(() => {
    write(': still here\n\n')
    isAllowed().then((allowed) => allowed || close(), close)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  raw.once('close', close)
  raw.once('error', close)
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 2000\n\n')
  // The reader may have gone while the call was judged.
  if (raw.destroyed) queueMicrotask(close)
  return { userId, write, close, signal: closed.signal }
}
