import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Services } from '../context.ts'
import { dropLoose, holdLoose, renewLoose, sweepLoose } from '../domain/loose-files/loose-files.ts'
import { ServiceError } from '../service-error.ts'
import type { StreamedFile } from './route.ts'

const RENEW_MS = 60_000
/** Enough of the beginning to tell a TIFF from anything else. */
const HEAD_BYTES = 16

const TIFF_NAME = /\.tiff?$/i
const TIFF_MAGIC = ['49492a00', '4d4d002a', '49492b00', '4d4d002b']
const OTHER_KINDS: [string, string][] = [
  ['89504e47', 'a PNG picture'],
  ['ffd8ff', 'a JPEG picture'],
  ['504b0304', 'a ZIP archive'],
  ['89484446', 'an HDF5 or netCDF-4 file'],
  ['434446', 'a netCDF file'],
  ['1f8b', 'a gzip archive'],
  ['25504446', 'a PDF document'],
  ['3c', 'a text such as HTML, XML or a virtual raster (VRT)'],
]

function requireTiff(field: string, name: string, head: Buffer): void {
  const start = head.toString('hex')
  const named = TIFF_NAME.test(name)
  if (named && TIFF_MAGIC.some((magic) => start.startsWith(magic))) return
  const kind = head.length === 0 ? 'empty' : OTHER_KINDS.find(([magic]) => start.startsWith(magic))?.[1]
  const message = named
    ? `Unsupported file type: '${name}' is ${kind === undefined ? 'not a GeoTIFF' : kind === 'empty' ? 'empty' : `not a GeoTIFF but ${kind}`}. Export the raster as a GeoTIFF and send that.`
    : `Unsupported file type: the name '${name}' does not end in .tif or .tiff. Send a GeoTIFF.`
  // What is still on its way may be gigabytes: the connection ends with the answer.
  throw new ServiceError('invalid', message, {
    errors: [{ field, message }],
    headers: { connection: 'close' },
  })
}

/** The bytes as they come, once their beginning has been judged. */
async function* judged(source: AsyncIterable<Buffer>, field: string, name: string): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of source) {
    if (head === null) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < HEAD_BYTES) continue
    requireTiff(field, name, head)
    yield head
    head = null
  }
  if (head !== null) {
    requireTiff(field, name, head)
    yield head
  }
}

export interface Receiver {
  receive(part: {
    field: string
    name: string
    content: AsyncIterable<Buffer>
    maxBytes: number
  }): Promise<StreamedFile>
  /** To be called when the call has ended, however: removes what no record has taken over. */
  close(): Promise<void>
}

/** Takes files of any size into the store as they come, under keys that are swept unless a record takes them over. */
export function createReceiver(services: Pick<Services, 'db' | 'files' | 'log'>): Receiver {
  const keys: string[] = []
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
        Readable.from(judged(content, field, name), { objectMode: false }),
        { maxBytes },
      )
      return { field, name, ...stored }
    },
    async close() {
      clearInterval(renewing)
      await dropLoose(services, keys).catch((error: unknown) =>
        services.log.warn({ err: error }, 'an upload that was not taken over is left to the next sweep'),
      )
    },
  }
}
