import type { ChildProcess } from 'node:child_process'
import { sentence } from '../sentence.ts'
import { ServiceError } from '../service-error.ts'
import { type BytesReply, type BytesRequest, MOST_BYTES_LENT, MOST_READS } from './child-messages.ts'

/** Files of which a child may read parts, although it cannot reach the store where they are. */
export interface LentBytes {
  /** Sizes of the files, by name. */
  sizes: ReadonlyMap<string, number>
  read: (name: string, offset: number, length: number, signal: AbortSignal) => Promise<Uint8Array>
  /** For one read; it then fails with ServiceError 'unavailable'. */
  readMs: number
}

export interface Lending {
  /** The first failure of the store, which is why the child failed, even if it reports something else; or that the store is slow. */
  failure(timedOut?: boolean): Error | undefined
  /** Fails the reads in progress. */
  stop: () => void
}

const tooSlow = () =>
  new ServiceError(
    'unavailable',
    sentence`The file store answers too slowly at the moment. Try again shortly.`,
    {
      headers: { 'Retry-After': '5' },
    },
  )

/**
 * Answers a child's requests for bytes until `stop`. A child that asks for anything else than it was lent, or for more
 * at once than `borrowBytes` asks for, gets no bytes.
 */
export function serveReads(child: ChildProcess, { sizes, read, readMs }: LentBytes): Lending {
  const stopping = new AbortController()
  const waiting = new Set<number>()
  let failure: Error | undefined
  const reply = (id: number, bytes: Uint8Array | null) => {
    if (!waiting.delete(id)) return
    child.send({ lent: id, bytes } satisfies BytesReply, () => {})
  }
  const answer = async ({ borrow: id, name, offset, length }: BytesRequest) => {
    if (typeof id !== 'number' || waiting.has(id)) return
    waiting.add(id)
    const inside =
      Number.isSafeInteger(offset) && offset >= 0 && offset + length <= (sizes.get(name) ?? Number.NaN)
    const modest = Number.isSafeInteger(length) && length >= 1 && length <= MOST_BYTES_LENT
    if (!inside || !modest || waiting.size > MOST_READS || stopping.signal.aborted) return reply(id, null)
    const slow = AbortSignal.timeout(readMs)
    try {
      reply(id, await read(name, offset, length, AbortSignal.any([stopping.signal, slow])))
    } catch (error) {
      if (!stopping.signal.aborted) failure ??= slow.aborted ? tooSlow() : (error as Error)
      reply(id, null)
    }
  }
  const listen = (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'borrow' in message)
      void answer(message as BytesRequest)
  }
  child.on('message', listen)
  return {
    failure: (timedOut = false) => failure ?? (timedOut && waiting.size > 0 ? tooSlow() : undefined),
    stop() {
      child.off('message', listen)
      stopping.abort()
      for (const id of waiting) reply(id, null)
    },
  }
}
