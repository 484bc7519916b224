import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSha256, sha256OfFile } from '~/lib/files/sha256.ts'

const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Reproducible bytes. */
const bytesOf = (length: number) =>
  Uint8Array.from({ length }, (_, i) => Math.imul(i + length, 2_654_435_761) >>> 24)

describe('SHA-256', () => {
  it.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 127, 128, 1000, 100_003])('of %i bytes', (length) => {
    const hash = createSha256()
    hash.update(bytesOf(length))
    expect(hash.digest()).toBe(expected(bytesOf(length)))
  })
  it('does not depend on where the pieces end', () => {
    const bytes = bytesOf(10_000)
    for (const step of [1, 7, 63, 64, 65, 1000]) {
      const hash = createSha256()
      for (let at = 0; at < bytes.length; at += step) hash.update(bytes.subarray(at, at + step))
      expect(hash.digest(), String(step)).toBe(expected(bytes))
    }
  })
  it('of a file that is larger than a slice', async () => {
    const bytes = bytesOf(3 * 2 ** 20 + 17)
    expect(await sha256OfFile(new Blob([bytes]))).toBe(expected(bytes))
  })
})
