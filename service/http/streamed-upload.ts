import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Services } from '../context.ts'
import { sniffTiff } from '../domain/rasters/sniff-tiff.ts'
import { dropLoose, holdLoose, renewLoose, sweepLoose } from '../files/loose-files.ts'
import { createMemoryBudget } from '../files/memory-budget.ts'
import type { StreamedFile } from './route.ts'

const RENEW_MS = 60_000
const wholeProcess = createMemoryBudget()

export interface Receiver {
  receive(part: {
    field: string
    name: string
    content: AsyncIterable<Buffer>
    maxBytes: number
  }): Promise<StreamedFile>
  /** Counts bytes that the call keeps in memory until it ends; throws if the person or the process holds too many. */
  hold(bytes: number): void
  /** Call this whenever the call ends: it removes what no record adopted. */
  close(): Promise<void>
}

/** Streams files of any size into the store, under keys that are swept unless a record adopts them. */
export function createReceiver(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  personId: number | null,
  budget = wholeProcess,
): Receiver {
  const keys: string[] = []
  const memory = budget.hold(personId)
  let renewing: NodeJS.Timeout | undefined
  return {
    async receive({ field, name, content, maxBytes }) {
      if (renewing === undefined) {
        renewing = setInterval(() => void renewLoose(services.db, keys).catch(() => {}), RENEW_MS)
        renewing.unref()
        await sweepLoose(services).catch((error: unknown) =>
          services.log.warn({ err: error }, 'sweep failed'),
        )
      }
      const key = `rasters/${randomUUID()}`
      keys.push(key)
      await holdLoose(services.db, key)
      const stored = await services.files.put(
        key,
        Readable.from(sniffTiff(content, field, name), { objectMode: false }),
        { maxBytes },
      )
      return { field, name, ...stored }
    },
    hold: (bytes) => memory.take(bytes),
    async close() {
      memory.release()
      clearInterval(renewing)
      await dropLoose(services, keys).catch((error: unknown) =>
        services.log.warn({ err: error }, 'an upload that was not taken over is left to the next sweep'),
      )
    },
  }
}
