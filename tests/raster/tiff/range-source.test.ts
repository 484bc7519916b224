import { describe, expect, it } from 'vitest'
import { rangeSource } from '#service/raster/tiff/range-source.ts'

const KIB = 2 ** 10
const MIB = 2 ** 20

function remote(size: number) {
  const content = Uint8Array.from({ length: size }, (_, i) => (i * 7 + (i >> 9)) & 255)
  const fetched: [number, number][] = []
  let fails = false
  const source = rangeSource(size, async (offset, length) => {
    fetched.push([offset, length])
    await Promise.resolve()
    if (fails) throw new Error('the store is down')
    return content.subarray(offset, offset + length)
  })
  return { source, content, fetched, fail: (now: boolean) => void (fails = now) }
}

describe('a file that is read by ranges', () => {
  it('fetches a distant block exactly, and a small one with its neighbourhood', async () => {
    const { source, content, fetched } = remote(20 * MIB)
    expect(await source.read(5 * MIB, 700 * KIB)).toEqual(content.slice(5 * MIB, 5 * MIB + 700 * KIB))
    expect(await source.read(100, 10)).toEqual(content.slice(100, 110))
    expect(fetched).toEqual([
      [5 * MIB, 700 * KIB],
      [100, 64 * KIB],
    ])
  })
  it('fetches more and more of a file that is read in order, once, in pieces of at most 4 MiB', async () => {
    const { source, content, fetched } = remote(20 * MIB)
    const strip = 10_000
    for (let at = 0; at < content.length; at += strip) {
      const length = Math.min(strip, content.length - at)
      expect(Buffer.compare(await source.read(at, length), content.subarray(at, at + length))).toBe(0)
    }
    expect(fetched.length).toBeLessThan(20)
    expect(Math.max(...fetched.map(([, length]) => length))).toBe(4 * MIB)
    const all = fetched.reduce((sum, [, length]) => sum + length, 0)
    expect(all).toBeLessThan(1.02 * content.length)
  })
  it('shares one request among concurrent reads', async () => {
    const { source, fetched } = remote(MIB)
    await Promise.all([source.read(0, 1000), source.read(1000, 1000), source.read(2000, 60_000)])
    expect(fetched).toEqual([[0, 64 * KIB]])
  })
  it('returns copies: a caller may change them', async () => {
    const { source, content } = remote(MIB)
    const original = content.slice(0, 100)
    ;(await source.read(0, 100)).fill(0)
    expect(await source.read(0, 100)).toEqual(original)
  })
  it('keeps at most 16 MiB', async () => {
    const { source, fetched } = remote(40 * MIB)
    for (let i = 0; i < 5; i++) await source.read(i * 8 * MIB, 4 * MIB)
    const before = fetched.length
    await source.read(32 * MIB, 4 * MIB)
    expect(fetched.length).toBe(before)
    await source.read(0, 4 * MIB)
    expect(fetched.length).toBe(before + 1)
  })
  it('asks again after a failure', async () => {
    const { source, content, fail } = remote(MIB)
    fail(true)
    await expect(source.read(0, 10)).rejects.toThrow('the store is down')
    fail(false)
    expect(await source.read(0, 10)).toEqual(content.slice(0, 10))
  })
  it('never asks for bytes outside the file', async () => {
    const { source, fetched } = remote(1000)
    await expect(source.read(990, 11)).rejects.toThrow(/ends at byte 1000/)
    await expect(source.read(-1, 2)).rejects.toThrow(/ends at byte 1000/)
    expect(await source.read(1000, 0)).toHaveLength(0)
    expect(fetched).toEqual([])
    await source.read(990, 10)
    expect(fetched).toEqual([[990, 10]])
  })
})
