import { expect, it } from 'vitest'
import { everyCase } from '../../support/every-case.ts'
import { applyFloatingPoint, undoFloatingPoint, undoHorizontal64 } from '#service/raster/codecs/predictor.ts'

/** Adobe TIFF Technical Note 3, byte by byte. */
function encoded(bytes: Uint8Array, rowValues: number, valueBytes: number, bands: number): Uint8Array {
  const out = new Uint8Array(bytes.length)
  const rowBytes = rowValues * valueBytes
  for (let start = 0; start < bytes.length; start += rowBytes) {
    for (let k = 0; k < rowValues; k++)
      for (let plane = 0; plane < valueBytes; plane++)
        out[start + plane * rowValues + k] = bytes[start + (k + 1) * valueBytes - 1 - plane]
    for (let i = start + rowBytes - 1; i >= start + bands; i--) out[i] -= out[i - bands]
  }
  return out
}

const anyBytes = (length: number) =>
  Uint8Array.from({ length }, (_, i) => Math.imul(i + 7, 2_654_435_761) >>> 13)

const cases = [1, 3, 5, 16, 17, 63, 512].flatMap((values) =>
  [2, 4, 8].flatMap((valueBytes) =>
    [1, 2, 7].map(
      (bands) =>
        [
          `${values * bands} values of ${valueBytes} bytes, ${bands} bands`,
          { rowValues: values * bands, valueBytes, bands },
        ] as const,
    ),
  ),
)

everyCase('undoes predictor 3', cases, (one) => {
  const { rowValues, valueBytes, bands } = one
  for (const rows of [1, 3, 70]) {
    const bytes = anyBytes(rows * rowValues * valueBytes)
    const stored = encoded(bytes, rowValues, valueBytes, bands)
    const before = Buffer.from(stored)
    expect(Buffer.from(undoFloatingPoint(stored, rowValues, valueBytes, bands)).equals(bytes)).toBe(true)
    expect(before.equals(stored)).toBe(true)
  }
})

everyCase(
  'applies it',
  cases.filter(([, { bands }]) => bands === 1),
  (one) => {
    const { rowValues, valueBytes } = one
    const bytes = anyBytes(70 * rowValues * valueBytes)
    expect(
      Buffer.from(applyFloatingPoint(bytes, rowValues, valueBytes)).equals(
        encoded(bytes, rowValues, valueBytes, 1),
      ),
    ).toBe(true)
  },
)

everyCase(
  'undoes predictor 2 for values of 64 bits',
  cases.filter(([, { valueBytes }]) => valueBytes === 8),
  ({ rowValues, bands }) => {
    const values = new BigUint64Array(anyBytes(3 * rowValues * 8).buffer)
    const stored = values.map((value, i) =>
      i % rowValues < bands ? value : BigInt.asUintN(64, value - values[i - bands]),
    )
    undoHorizontal64(new Uint32Array(stored.buffer), rowValues, bands)
    expect(stored).toEqual(values)
  },
)

it('takes rows longer than its memory', () => {
  const bytes = anyBytes(4 * 100_003)
  const stored = encoded(bytes, 100_003, 4, 1)
  expect(Buffer.from(undoFloatingPoint(stored, 100_003, 4, 1)).equals(bytes)).toBe(true)
})
