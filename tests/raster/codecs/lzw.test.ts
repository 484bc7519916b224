import { describe, expect, it } from 'vitest'
import { decodeLzw } from '#service/raster/codecs/lzw.ts'
import { RasterError } from '#service/raster/raster-error.ts'
import { seeded } from '../../fixtures/configuration/country-folder.ts'

const CLEAR = 256
const END = 257

/** TIFF 6.0, section 13: codes with the width that the table has reached, most significant bit first. */
function packed(codes: readonly number[]): Uint8Array {
  const bits: number[] = []
  let [width, next, isFirst] = [9, 258, true]
  for (const code of codes) {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((code >> bit) & 1)
    if (code === CLEAR) {
      ;[width, next, isFirst] = [9, 258, true]
      continue
    }
    if (!isFirst && next < 4096) next++
    isFirst = false
    if (next >= 2 ** width - 1 && width < 12) width++
  }
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  bits.forEach((bit, i) => (bytes[i >> 3] |= bit << (7 - (i & 7))))
  return bytes
}

/** The same section, with a table of strings; null where a code is not in the table. */
function decoded(bytes: Uint8Array, size: number): number[] | null {
  let table: number[][] = []
  let [width, previous] = [9, null as number[] | null]
  const clear = () => {
    table = Array.from({ length: 258 }, (_, i) => [i])
    ;[width, previous] = [9, null]
  }
  clear()
  const out: number[] = []
  for (let at = 0; out.length < size && at + width <= bytes.length * 8;) {
    let code = 0
    for (const end = at + width; at < end; at++) code = code * 2 + ((bytes[at >> 3] >> (7 - (at & 7))) & 1)
    if (code === END) break
    if (code === CLEAR) {
      clear()
      continue
    }
    if (code > (previous ? table.length : 255)) return null
    if (previous && table.length < 4096) table.push([...previous, (table[code] ?? previous)[0]])
    if (!table[code]) return null
    previous = table[code]
    for (const byte of previous) out.push(byte)
    if (table.length >= 2 ** width - 1 && width < 12) width++
  }
  return out.slice(0, size)
}

/** The outcome of both, as comparable values. */
function outcome(bytes: Uint8Array, size: number): number[] | null {
  try {
    return [...decodeLzw(bytes, size)]
  } catch (error) {
    if (error instanceof RasterError) return null
    throw error
  }
}

/** Each code is the string that it completes: 1, 2, 3 … equal bytes, up to 3,839. */
const GROWING = [CLEAR, 65, ...Array.from({ length: 4096 - 258 }, (_, i) => 258 + i)]

describe('LZW', () => {
  it('stays within its memory, however its last string ends', () => {
    const bytes = packed(GROWING)
    // Before the other tests: each size makes the memory grow, until it ends right behind what is needed.
    for (let size = 1_000_000; size < 1_300_000; size += 1111)
      expect(decodeLzw(bytes, size)).toHaveLength(size)
  })

  it('reads strings that end with their own first byte, until the table is full and after', () => {
    const codes = [...GROWING, 66, 4095, 300, END, 65]
    const bytes = packed(codes)
    const found = decodeLzw(bytes, 10_000_000)
    const grown = (3839 * 3840) / 2
    expect(found).toHaveLength(grown + 1 + 3839 + 44)
    expect(found.subarray(0, grown).every((byte) => byte === 65)).toBe(true)
    expect([...found.subarray(grown, grown + 3)]).toEqual([66, 65, 65])
  })

  it('reads what a table of strings reads: any codes that are in the table', () => {
    const random = seeded(20_261_126)
    for (let round = 0; round < 60; round++) {
      const codes = [CLEAR]
      let known = 257
      for (let i = 0; i < 6000; i++) {
        const isFirst = codes.at(-1) === CLEAR
        const code = Math.floor(random() * (isFirst ? 256 : Math.min(4096, known + 2)))
        if (code === END) continue
        if (code === CLEAR && random() < 0.9) continue
        codes.push(code)
        known = code === CLEAR ? 257 : isFirst ? 257 : known + 1
      }
      const bytes = packed(codes)
      const size = Math.floor(random() * 40_000)
      expect(outcome(bytes, size)).toEqual(decoded(bytes, size))
    }
  })

  it('reads or rejects hostile bytes as a table of strings does', () => {
    const random = seeded(20_261_127)
    const outcomes = new Set<boolean>()
    for (let round = 0; round < 3000; round++) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 400) }, () => random() * 256)
      // Most begin with an empty table, as real ones do.
      if (round % 4 > 0) bytes[0] = 128
      const size = Math.floor(random() * 3000)
      const isOld = bytes[0] === 0 && (bytes[1] & 1) === 1
      const wanted = isOld ? null : decoded(bytes, size)
      expect(outcome(bytes, size)).toEqual(wanted)
      outcomes.add(wanted === null)
    }
    expect(outcomes.size).toBe(2)
  })

  it.each([
    ['a first code that is no byte', [CLEAR, 258]],
    ['a code beyond the table', [CLEAR, 65, 259]],
    ['a string from before the table was emptied', [CLEAR, 65, 258, CLEAR, 65, 260]],
  ])('rejects %s', (_what, codes) => {
    expect(() => decodeLzw(packed(codes), 100)).toThrow(
      new RasterError('The LZW data of the raster are damaged.'),
    )
  })

  it('ends with the bytes, the output or the end code', () => {
    const bytes = packed([CLEAR, 65, 66, 258])
    expect([...decodeLzw(bytes, 100)]).toEqual([65, 66, 65, 66])
    expect([...decodeLzw(bytes, 3)]).toEqual([65, 66, 65])
    expect([...decodeLzw(bytes.subarray(0, 3), 100)]).toEqual([65])
    expect([...decodeLzw(packed([CLEAR, 65, END, 66]), 100)]).toEqual([65])
    expect(decodeLzw(packed(Array.from({ length: 10_000 }, () => CLEAR)), 100)).toHaveLength(0)
    expect(decodeLzw(new Uint8Array(0), 100)).toHaveLength(0)
    expect(decodeLzw(bytes, 0)).toHaveLength(0)
  })

  it('reads a table that is emptied after each byte', () => {
    const bytes = packed(Array.from({ length: 500 }, (_, i) => [CLEAR, i % 256]).flat())
    expect([...decodeLzw(bytes, 500)]).toEqual(Array.from({ length: 500 }, (_, i) => i % 256))
  })
})
