import { randomUUID } from 'node:crypto'
import type { Services } from '../../context.ts'
import { uploadId } from '#contract/rasters/uploads.ts'
import { sniffTiff } from '../../domain/rasters/sniff-tiff.ts'
import { bytesLeft, overQuota } from '../../domain/rasters/quota.ts'
import { take } from '../../domain/uploads/take.ts'
import { dropLoose, holdLoose, keepRenewing } from '../../files/loose-files.ts'
import { wholeProcess } from '../../files/memory-budget.ts'
import { ServiceError } from '../../service-error.ts'
import type { StreamedFile } from '../route.ts'
import { sentence } from '../../sentence.ts'

export interface Receiver {
  receive(part: {
    field: string
    name: string
    content: AsyncIterable<Buffer>
    maxBytes: number
  }): Promise<StreamedFile>
  /** The finished upload that a form names, as if it had been sent as this field. */
  finish(field: string, form: { upload?: unknown; sha256?: unknown }): Promise<StreamedFile>
  /** Counts bytes that the call keeps in memory until it ends; throws if the person or the process holds too many. */
  hold(bytes: number): void
  /** Call this whenever the call ends: it removes what no record adopted. */
  close(): Promise<void>
}

/** Streams files of any size into the store, under keys that are swept unless a record adopts them. */
export function createReceiver(
  services: Pick<Services, 'config' | 'db' | 'files' | 'log'>,
  personId: number | null,
  budget = wholeProcess,
): Receiver {
  const keys: string[] = []
  const memory = budget.hold(personId)
  let endRenewing: (() => void) | undefined
  /** Bytes of this call, which no record counts towards the quota yet. */
  let received = 0
  return {
    async receive({ field, name, content, maxBytes }) {
      endRenewing ??= keepRenewing(services.db, keys)
      const key = `rasters/${randomUUID()}`
      keys.push(key)
      await holdLoose(services.db, key)
      const { db, config, files } = services
      const left =
        personId === null ? Infinity : Math.max(0, (await bytesLeft(db, config, personId)) - received)
      const most = Math.min(maxBytes, left)
      try {
        const stored = await files.put(key, sniffTiff(content, field, name), { maxBytes: most })
        received += stored.size
        return { field, name, ...stored }
      } catch (error) {
        const cut = error instanceof ServiceError && error.kind === 'too-large'
        throw cut && left < maxBytes ? overQuota(config, left) : error
      }
    },
    async finish(field, { upload, sha256 }) {
      const id = uploadId.safeParse(upload)
      if (!id.success || personId === null) {
        const message = sentence`upload must be the id of one of your finished uploads.`
        throw new ServiceError('invalid', message, { field: 'upload' })
      }
      const expected = /^[0-9a-f]{64}$/i.test(String(sha256)) ? String(sha256).toLowerCase() : undefined
      return { field, ...(await take(services, personId, id.data, expected)) }
    },
    hold: (bytes) => memory.take(bytes),
    async close() {
      memory.release()
      endRenewing?.()
      await dropLoose(services, keys)
    },
  }
}
