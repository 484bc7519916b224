import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

interface Picture {
  width: number
  height: number
  /** Red, green, blue and alpha. */
  data: Uint8ClampedArray
}

interface Codec {
  init(module: WebAssembly.Module, options: { printErr: (message: string) => void }): Promise<void>
  default(bytes: ArrayBuffer): Promise<Picture>
}

/** The decoders return the browser's class, which Node.js does not have. */
class PictureData implements Picture {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}

/**
 * A decoder of pictures as WebAssembly, loaded with the first one. It throws where the decoder only warns of corrupt data
 * and invents cells. After an error, the next call gets a new instance: the former one may be in any state.
 */
export function wasmCodec(load: () => Promise<Codec>, wasm: string): (bytes: Uint8Array) => Promise<Picture> {
  let ready: Promise<Codec> | undefined
  let complaint: string | undefined
  const start = async () => {
    const globals = globalThis as { ImageData?: unknown }
    globals.ImageData ??= PictureData
    const codec = await load()
    const path = createRequire(import.meta.url).resolve(wasm)
    const module = await WebAssembly.compile(await readFile(path))
    await codec.init(module, { printErr: (message) => (complaint = message) })
    return codec
  }
  const decodeOne = async (bytes: Uint8Array) => {
    ready ??= start()
    try {
      const codec = await ready
      complaint = undefined
      const picture = await codec.default(Uint8Array.from(bytes).buffer)
      if (complaint !== undefined) throw new Error(complaint)
      return picture
    } catch (error) {
      ready = undefined
      throw error
    }
  }
  // One after the other, so that a complaint is about the bytes that caused it.
  let last: Promise<unknown> = Promise.resolve()
  return (bytes) => {
    const turn = last.then(() => decodeOne(bytes))
    last = turn.catch(() => {})
    return turn
  }
}
