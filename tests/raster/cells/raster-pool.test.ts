import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bufferSource } from '#service/raster/tiff/byte-source.ts'
import { createRasterPool } from '#service/raster/cells/raster-pool.ts'
import { valueAt } from '#service/raster/cells/values-at.ts'
import { fixture } from '../fixtures.ts'

const bytes = readFileSync(fixture('i16-bigtiff.tif'))

function counted() {
  const counts = { opened: 0, closed: 0, reads: 0 }
  const open = () => {
    counts.opened++
    const inner = bufferSource(bytes)
    return {
      ...inner,
      read: (at: number, length: number) => (counts.reads++, inner.read(at, length)),
      close: () => (counts.closed++, inner.close()),
    }
  }
  return { counts, open }
}

test('a raster is opened once for many uses, and its blocks are decoded once', async () => {
  const pool = createRasterPool()
  const { counts, open } = counted()
  const values = await Promise.all(
    Array.from({ length: 10 }, () => pool.use('a', open, (file) => valueAt(file, 5, 8))),
  )
  const { reads } = counts
  expect(await pool.use('a', open, (file) => valueAt(file, 5, 8))).toBe(values[0])
  expect(counts).toEqual({ opened: 1, closed: 0, reads })
  await pool.close()
  expect(counts.closed).toBe(1)
})

test('the least recently used is closed, but never while in use', async () => {
  const pool = createRasterPool({ maxFiles: 1 })
  const { counts, open } = counted()
  await pool.use('a', open, async () => {
    await pool.use('b', open, async () => undefined)
    expect(counts).toMatchObject({ opened: 2, closed: 0 })
  })
  expect(counts.closed).toBe(1)
  await pool.close()
  expect(counts.closed).toBe(2)
})

test('a raster that cannot be opened is not remembered', async () => {
  const pool = createRasterPool()
  await expect(
    pool.use(
      'a',
      () => Buffer.from('no raster'),
      () => Promise.resolve(1),
    ),
  ).rejects.toThrow('not a GeoTIFF')
  expect(
    await pool.use(
      'a',
      () => bytes,
      () => Promise.resolve(1),
    ),
  ).toBe(1)
  await expect(
    pool.use(
      'a',
      () => bytes,
      () => Promise.reject(new Error('work failed')),
    ),
  ).rejects.toThrow('work failed')
  await pool.close()
})
