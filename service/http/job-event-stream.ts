import { watchJobs } from '#contract/jobs.ts'
import type { Services } from '../context.ts'
import { type JobEvent, type JobEvents, createJobEvents } from '../jobs/job-events.ts'
import { authenticate } from './authenticate.ts'
import { openEventStream } from './event-stream.ts'
import type { Call } from './route.ts'

const hubs = new WeakMap<Services['db'], JobEvents>()

/** One connection to the database feeds the streams of the whole process. */
function eventsOf({ db, log }: Services): JobEvents {
  const events = hubs.get(db) ?? createJobEvents(db, log)
  hubs.set(db, events)
  return events
}

/**
 * Answers with a stream of 'job' events that stays open. A client that reconnects with the id of its last event gets
 * what changed meanwhile, as far as this process knows; any other asks for its lists anew when the stream opens.
 */
export async function streamJobEvents(services: Services, call: Call<typeof watchJobs>): Promise<void> {
  const { actor, request, reply, token, query } = call
  const stream = openEventStream(request, reply, {
    userId: actor.id,
    stillAllowed: () =>
      authenticate(watchJobs, token, services).then(
        () => true,
        () => false,
      ),
  })
  const wanted = query.submission_id && new Set(query.submission_id)
  const seenId = request.headers['last-event-id']
  // Live events wait until the replay is written, else an older state could follow a newer one.
  let held: JobEvent[] | null = []
  const send = ({ id, job }: JobEvent) => {
    if (stream.signal.aborted || (wanted && !wanted.has(job.submission_id))) return
    reply.raw.write(`id: ${id}\n`)
    stream.send('job', job)
  }
  try {
    const events = eventsOf(services)
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

/** Ends the connection that feeds the streams; they close with the server. */
export function closeJobEvents({ db }: Pick<Services, 'db'>): void {
  hubs.get(db)?.close()
  hubs.delete(db)
}
