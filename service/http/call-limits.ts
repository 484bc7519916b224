import type { Endpoint } from '#contract/endpoint.ts'
import { ServiceError } from '../service-error.ts'

/** Calls per person and minute, by kind of call. Each process counts separately. */
const PER_MINUTE = { read: 600, write: 60, picture: 3000, upload: 10 } as const
type Kind = keyof typeof PER_MINUTE

const kindOf = ({ name, path, method }: Endpoint): Kind => {
  if (name === 'runFile') return 'upload'
  if (path.includes('/tiles/')) return 'picture'
  return method === 'GET' ? 'read' : 'write'
}

export interface CallLimits {
  /**
   * Throws 429 if the person has used up this minute. A submission with a key seen in this minute is a repetition: it
   * counts as a write, not as another upload.
   */
  count(userId: number, endpoint: Endpoint, idempotencyKey?: string | string[]): void
}

export function createCallLimits(now: () => number = Date.now): CallLimits {
  let minute = 0
  const used = new Map<string, number>()
  const sent = new Set<string>()
  return {
    count(userId, endpoint, idempotencyKey) {
      const current = Math.floor(now() / 60_000)
      if (current !== minute) {
        minute = current
        used.clear()
        sent.clear()
      }
      const asked = kindOf(endpoint)
      const send =
        asked === 'upload' && idempotencyKey !== undefined ? `${userId} ${String(idempotencyKey)}` : ''
      const kind = sent.has(send) ? 'write' : asked
      const key = `${kind} ${userId}`
      const calls = (used.get(key) ?? 0) + 1
      used.set(key, calls)
      if (calls <= PER_MINUTE[kind]) {
        // A rejected call is not a submission: its repetition must not count for less.
        if (send !== '') sent.add(send)
        return
      }
      const seconds = Math.ceil(((minute + 1) * 60_000 - now()) / 1000)
      throw new ServiceError(
        'too-many',
        `Only ${PER_MINUTE[kind]} calls of this kind are allowed in a minute. Please wait ${seconds} seconds.`,
        { headers: { 'Retry-After': String(seconds) } },
      )
    },
  }
}
