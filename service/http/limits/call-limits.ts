import type { Endpoint, Rate } from '#contract/endpoint.ts'
import { ServiceError } from '../../service-error.ts'
import { fixed, sentence } from '../../sentence.ts'

/** Calls of one person, or of one address without a person, per minute, by the rate that the endpoint names. Each process counts by itself. */
const PER_MINUTE: Record<Rate, number> = { read: 600, write: 60, picture: 3000, upload: 10, piece: 1200 }

export interface CallLimits {
  /**
   * Throws 429 when the caller, a person or an address, has used up this minute's calls. An upload whose idempotency key was seen in this minute
   * is a repetition: it counts as a write, not as another upload.
   */
  count(caller: number | string, endpoint: Pick<Endpoint, 'rate'>, idempotencyKey?: string | string[]): void
}

export function createCallLimits(now: () => number = Date.now): CallLimits {
  let minute = 0
  const used = new Map<string, number>()
  const sent = new Set<string>()
  return {
    count(caller, endpoint, idempotencyKey) {
      const current = Math.floor(now() / 60_000)
      if (current !== minute) {
        minute = current
        used.clear()
        sent.clear()
      }
      const send =
        endpoint.rate === 'upload' && idempotencyKey !== undefined
          ? `${caller} ${String(idempotencyKey)}`
          : ''
      const rate = sent.has(send) ? 'write' : endpoint.rate
      const key = `${rate} ${caller}`
      const calls = (used.get(key) ?? 0) + 1
      used.set(key, calls)
      if (calls <= PER_MINUTE[rate]) {
        // A rejected upload was not received: its repetition must not count for less.
        if (send !== '') sent.add(send)
        return
      }
      const seconds = Math.ceil(((minute + 1) * 60_000 - now()) / 1000)
      throw new ServiceError(
        'too-many',
        sentence`Only ${fixed(PER_MINUTE[rate])} calls of this kind are allowed per minute. Try again in ${fixed(seconds)} seconds.`,
        { headers: { 'Retry-After': String(seconds) } },
      )
    },
  }
}
