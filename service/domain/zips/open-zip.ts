import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { sql } from '#drizzle'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { ZipFile } from '../../db/schema/job-records.ts'
import type { FileStore } from '../../files/file-store.ts'
import { type ZipSource, readZip } from './read-zip.ts'
import { planZip } from './zip-layout.ts'

const SUMS = 'SHA256SUMS'

/** In the format of `sha256sum --check`. */
const sumsOf = (files: readonly ZipFile[]) =>
  Buffer.from(files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''))

/** The first entry is SHA256SUMS, so that even an interrupted zip lists its intended contents. */
export function layOut(files: readonly ZipFile[], moment: Date) {
  const sums = sumsOf(files)
  const entries = [{ path: SUMS, size: sums.length }, ...files]
  return { sums, layout: planZip(entries, moment) }
}

/** The same files at the same moment give the same bytes. */
export const etagOf = (files: readonly ZipFile[], moment: Date): string =>
  `"${createHash('sha256').update(sumsOf(files)).update(moment.toISOString()).digest('hex').slice(0, 32)}"`

/** A zip's bytes as a stream that uses only a few chunks of memory, however slow its reader is. */
export async function openZip(
  { db, files: store }: Pick<Services, 'db' | 'files'>,
  files: readonly ZipFile[],
  moment: Date,
  range?: { start: number; end: number },
): Promise<Readable> {
  const { sums, layout } = layOut(files, moment)
  const crcs = await knownCrcs(db, files)
  const ahead = readingAhead(store, files)
  const learnt = new Map<number, number>()
  const source: ZipSource = {
    open: async (index, part) => {
      if (index === 0) return [part ? sums.subarray(part.start, part.end + 1) : sums]
      return part ? store.read(files[index - 1].key, part) : ahead(index - 1)
    },
    sha256Of: (index) => files[index - 1].sha256,
    crcOf: (index) => (index === 0 ? crc32(sums) : (crcs.get(files[index - 1].file_id) ?? null)),
    learn(index, crc) {
      const { file_id } = files[index - 1]
      crcs.set(file_id, crc)
      learnt.set(file_id, crc)
    },
  }
  const stream = Readable.from(readZip(layout, source, range), {
    objectMode: false,
    highWaterMark: WAITING_BYTES,
  })
  // Not awaited: if it fails, the next zip computes the checksums again.
  stream.once('close', () => void keepCrcs(db, learnt).catch(() => {}))
  return stream
}

/** Buffers between file and reader are small: their contents add to the service's memory. */
const WAITING_BYTES = 16 * 1024
const SMALL_BYTES = 256 * 1024
const AHEAD = 8

/** Small files are read a few at a time in advance: opening one takes longer than sending it. */
function readingAhead(store: FileStore, files: readonly ZipFile[]) {
  const coming = new Map<number, Promise<Buffer>>()
  const isSmall = (i: number) => i < files.length && files[i].size <= SMALL_BYTES
  return async (index: number): Promise<Readable | Buffer[]> => {
    // A pass that only needs checksums skips files: needless read-ahead must not pile up.
    for (const i of coming.keys()) if (i < index || i >= index + AHEAD) coming.delete(i)
    for (let i = index; i < index + AHEAD && isSmall(i); i++) {
      if (coming.has(i)) continue
      const content = store.readAll(files[i].key, { maxBytes: SMALL_BYTES })
      // Reported when its turn comes.
      content.catch(() => {})
      coming.set(i, content)
    }
    const small = coming.get(index)
    coming.delete(index)
    return small ? [await small] : store.read(files[index].key)
  }
}

async function knownCrcs(db: Executor, files: readonly ZipFile[]): Promise<Map<number, number>> {
  const ids = files.map(({ file_id }) => file_id)
  const { rows } = await db.execute<{ file_id: number; crc: string }>(
    sql`select file_id, crc32::text as crc from file_crcs where file_id = any(${sql.param(ids)}::int[])`,
  )
  return new Map(rows.map(({ file_id, crc }) => [file_id, Number(crc)]))
}

/** For files that were stored before checksums were kept. */
async function keepCrcs(db: Executor, learnt: ReadonlyMap<number, number>): Promise<void> {
  if (learnt.size === 0) return
  await db.execute(sql`
    insert into file_crcs (file_id, crc32)
    select * from unnest(${sql.param([...learnt.keys()])}::int[], ${sql.param([...learnt.values()])}::bigint[])
    on conflict do nothing`)
}
