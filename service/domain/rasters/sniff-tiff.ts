import { type Sentence, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/** Enough bytes to distinguish a TIFF from anything else. */
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

// The rest may be gigabytes: the connection ends with the answer.
const unsupported = (field: string, message: Sentence) =>
  new ServiceError('invalid', message, { field, headers: { connection: 'close' } })

export function requireTiffName(field: string, name: string): void {
  if (TIFF_NAME.test(name)) return
  throw unsupported(
    field,
    sentence`Unsupported file type: the name '${name}' does not end in .tif or .tiff. Send a GeoTIFF.`,
  )
}

function requireTiff(field: string, name: string, head: Buffer): void {
  requireTiffName(field, name)
  const start = head.toString('hex')
  if (TIFF_MAGIC.some((magic) => start.startsWith(magic))) return
  const kind = OTHER_KINDS.find(([magic]) => start.startsWith(magic))?.[1]
  const what = head.length === 0 ? 'empty' : kind ? `not a GeoTIFF but ${kind}` : 'not a GeoTIFF'
  throw unsupported(
    field,
    sentence`Unsupported file type: '${name}' is ${what}. Export the raster as a GeoTIFF and send that.`,
  )
}

/** The bytes as they arrive, once name and first bytes are those of a TIFF. */
export async function* sniffTiff(
  source: AsyncIterable<Buffer>,
  field: string,
  name: string,
): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of source) {
    if (head === null) {
      yield chunk
      continue
    }
    head = head.byteLength === 0 ? chunk : Buffer.concat([head, chunk])
    if (head.byteLength < HEAD_BYTES) continue
    requireTiff(field, name, head.subarray(0, HEAD_BYTES))
    yield head
    head = null
  }
  if (head === null) return
  requireTiff(field, name, head)
  yield head
}
