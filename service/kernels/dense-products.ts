import { DENSE_PRODUCTS } from './dense-products.wasm.ts'

/*
 * Dense algebra on the columns of one heap, in WebAssembly with two numbers per instruction (dense-products.wat). It
 * never fuses multiplication and addition, so results are the same on all machines.
 */
interface Exports {
  memory: WebAssembly.Memory
  subtractProduct: (...args: number[]) => void
  solveColumns: (...args: number[]) => void
}
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(DENSE_PRODUCTS, 'base64')))
const { memory, subtractProduct: subtract, solveColumns: solve } = exports as unknown as Exports

/** The matrices of one operation. It grows, but never shrinks. */
export let heap = new Float64Array(memory.buffer)

/** Room for `length` numbers, of any value, and for what products write beyond their last row. */
export function reserve(length: number): void {
  const missing = length + 8 - heap.length
  if (missing <= 0) return
  memory.grow(Math.ceil((missing * Float64Array.BYTES_PER_ELEMENT) / 65536))
  heap = new Float64Array(memory.buffer)
}

/** Numbers from one column of `rows` to the next: room for products, and not all in one place of the cache. */
export const strideOf = (rows: number): number => ((rows + 3) & ~7) + 4

/** Products that are added up in one go, so that their columns stay in the cache. */
const COUNT = 64

/**
 * C −= A·B: `m`·`n` numbers less `m`·`count` times `count`·`n`. Columns of C and A are `cStride` and `aStride` apart; rows
 * and columns of B are `bRow` and `bColumn` apart. `m` is rounded up to a multiple of four. `lower` leaves out what is
 * four rows or more above C's diagonal. `fresh` makes it C ← −A·B, for a `count` of at least one.
 */
export function subtractProduct(
  c: number,
  cStride: number,
  a: number,
  aStride: number,
  b: number,
  bRow: number,
  bColumn: number,
  m: number,
  n: number,
  count: number,
  lower = false,
  fresh = false,
): void {
  for (let k = 0; k < count; k += COUNT) {
    subtract(
      8 * c,
      8 * cStride,
      8 * (a + k * aStride),
      8 * aStride,
      8 * (b + k * bRow),
      8 * bRow,
      8 * bColumn,
      m,
      n,
      Math.min(COUNT, count - k),
      fresh && k === 0 ? 1 : 0,
      lower ? 1 : 0,
    )
  }
}

/** X ← X·L′⁻¹ for one to four columns of `m` numbers, rounded up to an even number. */
export function solveColumns(
  x: number,
  stride: number,
  m: number,
  l: number,
  lRow: number,
  lColumn: number,
  n: number,
): void {
  solve(8 * x, 8 * stride, m, 8 * l, 8 * lRow, 8 * lColumn, n)
}
