import { describe, expect, it } from 'vitest'
import type { Database } from '#service/db/client.ts'
import { rejectWhenBusy } from '#service/http/limits/reject-when-busy.ts'
import { requestIdOf } from '#service/http/request-id.ts'
import { ServiceError } from '#service/service-error.ts'

describe('the request id', () => {
  const idOf = (given?: string | string[]) => requestIdOf({ headers: { 'x-request-id': given } })
  it.each(['a2c4e6f8', '0190c8a1-7f4e-7a3b-9c55-1a2b3c4d5e6f', 'x'.repeat(64)])(
    'is the caller’s own: %s',
    (id) => {
      expect(idOf(id)).toBe(id)
    },
  )
  it.each([
    'short',
    'x'.repeat(65),
    'has a space in it',
    'line\nbreak-line',
    '<script>alert(1)',
    '-begins-with-a-dash',
    'ümlaut-ümlaut',
  ])('is generated instead of %j', (id) => {
    expect(idOf(id)).not.toBe(id)
    expect(idOf(id)).toMatch(/^[0-9a-f-]{36}$/)
  })
  it('is generated, different each time, if none or several are given', () => {
    expect(new Set([idOf(), idOf(), idOf(['a2c4e6f8', 'b2c4e6f8'])]).size).toBe(3)
  })
})

describe('callers waiting for the database', () => {
  const poolOf = (waitingCount: number) =>
    ({ $client: { waitingCount, options: { max: 15 } } }) as unknown as Database
  it("may be ten times the pool's size, and are rejected beyond that", () => {
    expect(() => rejectWhenBusy(poolOf(0))).not.toThrow()
    expect(() => rejectWhenBusy(poolOf(149))).not.toThrow()
    for (const waiting of [150, 1000]) {
      let rejected: unknown
      try {
        rejectWhenBusy(poolOf(waiting))
      } catch (error) {
        rejected = error
      }
      expect(rejected).toBeInstanceOf(ServiceError)
      expect(rejected).toMatchObject({ kind: 'unavailable', headers: { 'Retry-After': '1' } })
    }
  })
})
