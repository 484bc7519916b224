import type { Endpoint, Rate } from '#contract/endpoint.ts'
import { ServiceError } from '../../service-error.ts'
import { type Sentence, fixed, sentence } from '../../sentence.ts'

/** Calls of one person, or of one address without a person, per minute, by the rate that the endpoint names. Each process counts by itself. */
const PER_MINUTE: Record<Rate, number> = { read: 600, write: 60, picture: 3000, upload: 10, piece: 1200 }

/** Blocks of files: a desktop program reads a raster by thousands of small ones. */
const BLOCK_BYTES_PER_MINUTE = 1024 ** 3
/** A smaller block counts as this. */
const LEAST_BLOCK = 32 * 1024

export interface CallLimits {
  /** Throws 429 when the caller has used up this minute's bytes in blocks. */
  countBlock(caller: number | string, bytes: number): void
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
  const beginMinute = () => {
    const current = Math.floor(now() / 60_000)
    if (current === minute) return
    minute = current
    used.clear()
    sent.clear()
  }
  const add = (key: string, amount: number) => {
    const sum = (used.get(key) ?? 0) + amount
    used.set(key, sum)
    return sum
  }
  const tooMany = (limit: Sentence) => {
    const seconds = Math.ceil(((minute + 1) * 60_000 - now()) / 1000)
    return new ServiceError(
      'too-many',
      sentence`Only ${limit} are allowed per minute. Try again in ${fixed(seconds)} seconds.`,
      { headers: { 'Retry-After': String(seconds) } },
    )
  }
  return {
    count(caller, endpoint, idempotencyKey) {
      beginMinute()
      const send =
        endpoint.rate === 'upload' && idempotencyKey !== undefined
          ? `${caller} ${String(idempotencyKey)}`
          : ''
      const rate = sent.has(send) ? 'write' : endpoint.rate
      if (add(`${rate} ${caller}`, 1) > PER_MINUTE[rate])
        throw tooMany(sentence`${fixed(PER_MINUTE[rate])} calls of this kind`)
      // A rejected upload was not received: its repetition must not count for less.
      if (send !== '') sent.add(send)
    },
    countBlock(caller, bytes) {
      beginMinute()
      if (add(`block ${caller}`, Math.max(bytes, LEAST_BLOCK)) > BLOCK_BYTES_PER_MINUTE)
        throw tooMany(fixed('blocks of 1 GiB in all'))
    },
  }
}
