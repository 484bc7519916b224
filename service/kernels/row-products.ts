import { ROW_PRODUCTS } from './row-products.wasm.ts'

/*
 * The innermost loop of the dense algebra, in WebAssembly with two numbers per instruction (row-products.wat). It never
 * fuses multiplication and addition, so results are the same on all machines.
 */
interface Exports {
  memory: WebAssembly.Memory
  tile4x2: (a: number, aStride: number, b: number, bStride: number, count: number) => void
}
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(ROW_PRODUCTS, 'base64')))
const { memory, tile4x2: tile } = exports as unknown as Exports

/** Heap offset, in numbers, of the first matrix: after the sums of the last tile (four rows of two). */
export const FIRST = 8
/** The module's memory: the sums, then the matrices of one operation. It grows, but never shrinks. */
export let heap = new Float64Array(memory.buffer)

/** Copies matrices to the heap one after the other; a number leaves so much room, with any content. */
export function place(...parts: readonly (Float64Array | number)[]): void {
  const lengthOf = (part: Float64Array | number) => (typeof part === 'number' ? part : part.length)
  const missing = FIRST + parts.reduce<number>((sum, part) => sum + lengthOf(part), 0) - heap.length
  if (missing > 0) {
    memory.grow(Math.ceil((missing * Float64Array.BYTES_PER_ELEMENT) / 65536))
    heap = new Float64Array(memory.buffer)
  }
  let at = FIRST
  for (const part of parts) {
    if (typeof part !== 'number') heap.set(part, at)
    at += lengthOf(part)
  }
}

/**
 * `heap[0..7]` = Σ_k a[row r][k]·b[row c][k] for 4 rows of `a` and 2 of `b`, `count` products each. Places and strides
 * count in values.
 */
export function tile4x2(a: number, aStride: number, b: number, bStride: number, count: number): void {
  tile(8 * a, 8 * aStride, 8 * b, 8 * bStride, count)
}
