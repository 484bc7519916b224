import { type BytesReply, type BytesRequest, MOST_READS } from './child-messages.ts'
import { createTurns } from './turns.ts'

interface Waiting {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

const waiting = new Map<number, Waiting>()
let asked = 0

function settle(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('lent' in message)) return
  const { lent, bytes } = message as BytesReply
  const one = waiting.get(lent)
  waiting.delete(lent)
  if (bytes) one?.resolve(bytes)
  else one?.reject(new Error('The parent did not lend these bytes.'))
}

function ask(name: string, offset: number, length: number): Promise<Uint8Array> {
  if (asked === 0) process.on('message', settle)
  const borrow = ++asked
  return new Promise((resolve, reject) => {
    waiting.set(borrow, { resolve, reject })
    process.send!({ borrow, name, offset, length } satisfies BytesRequest)
  })
}

const turns = createTurns(MOST_READS)

/** Requests, in a child, up to `MOST_BYTES_LENT` bytes of a file that the parent reads for it. */
export const borrowBytes = (name: string, offset: number, length: number): Promise<Uint8Array> =>
  turns.run(() => ask(name, offset, length))
