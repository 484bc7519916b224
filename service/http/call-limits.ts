import type { Endpoint } from '#contract/endpoint.ts'
import { ServiceError } from '../service-error.ts'

/** Calls of one person in a minute, by the kind of call. Counted in each process by itself. */
const PER_MINUTE = { read: 600, write: 60, picture: 3000, upload: 10 } as const
type Kind = keyof typeof PER_MINUTE

const kindOf = ({ name, path, method }: Endpoint): Kind => {
  if (name === 'runFile') return 'upload'
  if (path.includes('/tiles/')) return 'picture'
  return method === 'GET' ? 'read' : 'write'
}

export interface CallLimits {
  /** Throws 429 when the person has used up this minute. */
  count(userId: number, endpoint: Endpoint): void
}

export function createCallLimits(now: () => number = Date.now): CallLimits {
  let minute = 0
  const used = new Map<string, number>()
  return {
    count(userId, endpoint) {
      const current = Math.floor(now() / 60_000)
      if (current !== minute) {
        minute = current
        used.clear()
      }
      const kind = kindOf(endpoint)
      const key = `${kind} ${userId}`
      const calls = (used.get(key) ?? 0) + 1
      used.set(key, calls)
      if (calls <= PER_MINUTE[kind]) return
      const seconds = Math.ceil(((minute + 1) * 60_000 - now()) / 1000)
      throw new ServiceError(
        'too-many',
        `Only ${PER_MINUTE[kind]} calls of this kind are allowed in a minute. Please wait ${seconds} seconds.`,
        { headers: { 'Retry-After': String(seconds) } },
      )
    },
  }
}
