import type { ServerResponse } from 'node:http'
import { wholeProcess } from '../../files/memory-budget.ts'

/** Smaller answers are not counted. */
const COUNTED_BYTES = 2 ** 18

/**
 * Counts an answer as memory until it is sent: a reader may take minutes for it. @throws ServiceError 'too-many' or
 * 'unavailable', as for files that are received
 */
export function holdAnswer(
  { raw }: { raw: Pick<ServerResponse, 'once' | 'closed'> },
  personId: number | null,
  bytes: number,
  budget = wholeProcess,
): void {
  if (bytes < COUNTED_BYTES || raw.closed) return
  const memory = budget.hold(personId)
  memory.take(bytes)
  raw.once('close', () => memory.release())
}
