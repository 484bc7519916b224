import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ChangedFileError, type ZipSource, readZip } from '#service/domain/zips/read-zip.ts'
import { planZip } from '#service/domain/zips/zip-layout.ts'

const content = Buffer.from(Array.from({ length: 100 }, (_, i) => i))
const layout = planZip([{ path: 'a.bin', size: 100 }], new Date('2026-02-03T04:05:06Z'))
const file = layout.parts.find(({ kind }) => kind === 'file')!

/** A file whose store returns other bytes than planned. */
function source(answer: (bytes: Buffer) => Buffer, known: number | null = crc32(content)) {
  const learnt: number[] = []
  const from: ZipSource = {
    open: async (_index, range) => [answer(range ? content.subarray(range.start, range.end + 1) : content)],
    sha256Of: () => createHash('sha256').update(content).digest('hex'),
    crcOf: () => learnt[0] ?? known,
    learn: (_index, crc) => void learnt.push(crc),
  }
  return { from, learnt }
}
async function read(from: ZipSource, range?: { start: number; end: number }): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readZip(layout, from, range)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const same = (bytes: Buffer) => bytes
const short = (bytes: Buffer) => bytes.subarray(0, -1)
const long = (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(1)])
const other = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 1))
const middle = { start: file.at + 10, end: file.at + 19 }

describe('reading a zip', () => {
  it('returns any range as a part of the whole, and learns the checksum of a file that it read whole', async () => {
    const { from, learnt } = source(same, null)
    const whole = await read(from)
    expect(whole).toHaveLength(layout.size)
    expect(learnt).toEqual([crc32(content)])
    for (let start = 0; start < layout.size; start += 7)
      expect(await read(from, { start, end: start + 6 })).toEqual(whole.subarray(start, start + 7))
  })
  it.each([
    ['short', short],
    ['long', long],
  ])('ends with an error if a file is too %s, in a range as in the whole', async (_what, answer) => {
    for (const range of [undefined, middle])
      await expect(read(source(answer).from, range)).rejects.toBeInstanceOf(ChangedFileError)
  })
  it('sends no more bytes than a file was planned to have', async () => {
    let sent = 0
    const reading = (async () => {
      for await (const chunk of readZip(layout, source(long).from, middle)) sent += chunk.length
    })()
    await expect(reading).rejects.toBeInstanceOf(ChangedFileError)
    expect(sent).toBe(0)
  })
  it("ends with an error if a whole file's bytes have changed, its checksum known or not", async () => {
    for (const known of [crc32(content), null])
      await expect(read(source(other, known).from)).rejects.toBeInstanceOf(ChangedFileError)
  })
  it('reads a whole file for a range that needs its checksum, and verifies it', async () => {
    const tail = { start: file.at + file.length, end: layout.size - 1 }
    const { from, learnt } = source(same, null)
    await read(from, tail)
    expect(learnt).toEqual([crc32(content)])
    await expect(read(source(other, null).from, tail)).rejects.toBeInstanceOf(ChangedFileError)
  })
})
