import type { FileHandle } from 'node:fs/promises'

const BLOCK_BYTES = 2 ** 20

/**
 * Writes chunks of any size from `at` on. What arrives during a write is written next, in blocks of up to 1 MiB, also
 * what arrived before an error of `content`. The two blocks are reused: with one buffer per write, the garbage of a
 * large upload takes longer to collect than its bytes take to hash.
 */
export async function writeBlocks(
  file: FileHandle,
  at: number,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  let spare = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  let filled = 0
  let busy = false
  let written: Promise<void> = Promise.resolve()
  let allWritten: Promise<void> = Promise.resolve()
  const writeFilled = async () => {
    busy = true
    try {
      while (filled > 0) {
        written = writeFully(file, block.subarray(0, filled), at)
        at += filled
        filled = 0
        ;[block, spare] = [spare, block]
        await written
      }
    } finally {
      busy = false
    }
  }
  const start = async () => {
    if (busy) return
    await allWritten
    allWritten = writeFilled()
    // Awaited before the next start; until then a failure has no other handler.
    allWritten.catch(() => {})
  }
  try {
    for await (const chunk of content) {
      for (let taken = 0; taken < chunk.byteLength;) {
        const now = chunk.subarray(taken, taken + BLOCK_BYTES - filled)
        block.set(now, filled)
        filled += now.byteLength
        taken += now.byteLength
        await start()
        while (filled === BLOCK_BYTES) await written
      }
    }
  } finally {
    await start()
    await allWritten
  }
}

async function writeFully(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;)
    done += (await file.write(bytes, done, bytes.byteLength - done, at + done)).bytesWritten
}
