import { CELL_KERNEL } from './cell-kernel.wasm.ts'

/* The innermost loops over cells, in WebAssembly with 16 bytes per instruction (cell-kernel.wat). */
interface Exports {
  memory: WebAssembly.Memory
  sum: (at: number, count: number, step: number) => void
  difference: (at: number, count: number) => void
  join: (from: number, count: number, size: number, to: number) => void
  split: (from: number, count: number, size: number, to: number) => void
  measure: (at: number, count: number, nodata: number) => void
  squares: (at: number, count: number, nodata: number, mean: number) => number
  bin: (
    at: number,
    count: number,
    nodata: number,
    min: number,
    scale: number,
    last: number,
    table: number,
  ) => void
  halve: (upper: number, lower: number, to: number, count: number, nodata: number, whole: number) => void
  lzw: (from: number, end: number, table: number, to: number, size: number) => number
}
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(CELL_KERNEL, 'base64')))
export const kernel = exports as unknown as Exports

let heap = new Uint8Array(kernel.memory.buffer)

/** The kernel's memory, of at least `bytes`: scratch space of one synchronous operation. It never shrinks. */
export function kernelHeap(bytes: number): Uint8Array<ArrayBuffer> {
  if (bytes > heap.length) {
    kernel.memory.grow(Math.ceil((bytes - heap.length) / 65_536))
    heap = new Uint8Array(kernel.memory.buffer)
  }
  return heap
}

/** Bytes processed at once: few enough to stay in a processor's second-level cache. */
export const BYTES_AT_ONCE = 65_536
