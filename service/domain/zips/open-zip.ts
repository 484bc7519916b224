import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Services } from '../../context.ts'
import type { Executor } from '../../db/client.ts'
import type { ZipFile } from '../../db/job-records-schema.ts'
import type { FileStore } from '../../files/file-store.ts'
import { type ZipSource, readZip } from './read-zip.ts'
import { planZip } from './zip-layout.ts'

const SUMS = 'SHA256SUMS'

/** As `sha256sum --check` reads it. */
const sumsOf = (files: readonly ZipFile[]) =>
  Buffer.from(files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''))

/** The first entry is SHA256SUMS, so that a zip that broke off already tells what should be in it. */
export function layOut(files: readonly ZipFile[], moment: Date) {
  const sums = sumsOf(files)
  const entries = [{ path: SUMS, size: sums.length }, ...files]
  return { sums, layout: planZip(entries, moment) }
}

/** Same files at the same moment: same bytes. */
export const etagOf = (files: readonly ZipFile[], moment: Date): string =>
  `"${createHash('sha256').update(sumsOf(files)).update(moment.toISOString()).digest('hex').slice(0, 32)}"`

/** The bytes of a zip as a stream that takes no more memory than a few chunks, however slow its reader is. */
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
  // Not waited for: without it the next zip finds the sums once more.
  stream.once('close', () => void keepCrcs(db, learnt).catch(() => {}))
  return stream
}

/** Little lies between file and reader: what waits there is what the memory of the service grows by. */
const WAITING_BYTES = 16 * 1024
const SMALL_BYTES = 256 * 1024
const AHEAD = 8

/** Small files are read a few at a time before their turn: opening one takes longer than sending it. */
function readingAhead(store: FileStore, files: readonly ZipFile[]) {
  const coming = new Map<number, Promise<Buffer>>()
  const isSmall = (i: number) => i < files.length && files[i].size <= SMALL_BYTES
  return async (index: number): Promise<Readable | Buffer[]> => {
    // Whoever only looks for sums passes over files: those read ahead for nothing must not pile up.
    for (const i of coming.keys()) if (i < index || i >= index + AHEAD) coming.delete(i)
    for (let i = index; i < index + AHEAD && isSmall(i); i++) {
      if (coming.has(i)) continue
      const content = store.readAll(files[i].key, { maxBytes: SMALL_BYTES })
      // Told when its turn comes.
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

/** Of files that were stored before their sums were kept. */
async function keepCrcs(db: Executor, learnt: ReadonlyMap<number, number>): Promise<void> {
  if (learnt.size === 0) return
  await db.execute(sql`
    insert into file_crcs (file_id, crc32)
    select * from unnest(${sql.param([...learnt.keys()])}::int[], ${sql.param([...learnt.values()])}::bigint[])
    on conflict do nothing`)
}
