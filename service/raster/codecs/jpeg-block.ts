import type { TiffDirectory } from '../tiff/check-header.ts'
import { RasterError } from '../raster-error.ts'
import { TAG } from '../tiff/tiff-tags.ts'
import { wasmCodec } from './wasm-codec.ts'

const decode = wasmCodec(
  () => import('@jsquash/jpeg/decode.js') as never,
  '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
)

const damaged = () =>
  new RasterError(
    'The JPEG data of the raster are damaged or do not fit its header; write the file again (gdal_translate -co COMPRESS=DEFLATE).',
  )

const [SOI, EOI, SOS, APP0, APP15, COMMENT] = [0xd8, 0xd9, 0xda, 0xe0, 0xef, 0xfe]
const YCBCR = 6
/** Baseline, extended and progressive, by Huffman's code. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const NOT_FRAMES = new Set([0xc4, 0xc8, 0xcc])

/** Rejects JPEG that cannot be decoded to the stored bands, before any block is read. */
export function requireReadableJpeg({
  bands,
  bits,
  formats,
  planar,
  photometric,
  predictor,
}: TiffDirectory): void {
  const samples = planar === 2 ? 1 : bands
  const problem =
    bits[0] !== 8 || formats[0] !== 1
      ? `${bits[0]} bits`
      : samples !== 1 && samples !== 3
        ? `${samples} bands in one picture`
        : photometric === YCBCR && samples !== 3
          ? 'YCbCr colours in separate bands'
          : predictor !== 1
            ? `predictor ${predictor}`
            : null
  if (problem)
    throw new RasterError(
      `The raster is compressed by JPEG with ${problem}, which Strata does not read; write it again (gdal_translate -co COMPRESS=DEFLATE).`,
    )
}

/**
 * The cells of a JPEG block, pixel-interleaved; colours are red, green and blue. The tables that all blocks share
 * (JPEGTables) are put before it. Whether the colours are YCbCr is TIFF's word, so markers that say otherwise are removed.
 * @throws RasterError if the block is damaged, or has other dimensions than the header of the file says
 */
export async function decodeJpeg(
  raw: Uint8Array,
  { blockWidth, blockHeight, planar, bands, photometric, tags }: TiffDirectory,
  rows: number,
): Promise<Uint8Array> {
  const samples = planar === 2 ? 1 : bands
  const tables = tags.get(TAG.jpegTables)
  const shared = typeof tables === 'object' ? segmentsOf(Uint8Array.from(tables)).segments : []
  const { segments, scans } = segmentsOf(raw)
  requireFitting(segments, { blockWidth, blockHeight, rows, samples })
  if (scans.length === 0) throw damaged()
  const stream = Buffer.concat([
    Uint8Array.of(0xff, SOI),
    adobeMarker(photometric === YCBCR ? 1 : 0),
    ...shared,
    ...segments,
    scans,
  ])
  const { width, height, data } = await decode(stream).catch(() => {
    throw damaged()
  })
  if (width !== blockWidth || height < rows) throw damaged()
  const out = new Uint8Array(blockWidth * rows * samples)
  for (let i = 0, o = 0; o < out.length; i += 4)
    for (let sample = 0; sample < samples; sample++) out[o++] = data[i + sample]
  return out
}

/** Segments up to the first scan, without comments and application data, and everything from that scan on. */
function segmentsOf(bytes: Uint8Array): { segments: Uint8Array[]; scans: Uint8Array } {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) throw damaged()
  const segments: Uint8Array[] = []
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw damaged()
    const marker = bytes[at + 1]
    // A marker may be preceded by any number of filling bytes.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === EOI) break
    if (marker === SOS) return { segments, scans: bytes.subarray(at) }
    const length = 2 + bytes[at + 2] * 256 + bytes[at + 3]
    if (length < 4 || at + length > bytes.length) throw damaged()
    const isKept = (marker < APP0 || marker > APP15) && marker !== COMMENT
    if (isKept) segments.push(bytes.subarray(at, at + length))
    at += length
  }
  return { segments, scans: new Uint8Array(0) }
}

/** The decoder would allocate as much memory as the frame says. The last strip may be stored at its whole height. */
function requireFitting(
  segments: readonly Uint8Array[],
  {
    blockWidth,
    blockHeight,
    rows,
    samples,
  }: { blockWidth: number; blockHeight: number; rows: number; samples: number },
): void {
  const frames = segments.filter(([, marker]) => (marker & 0xf0) === 0xc0 && !NOT_FRAMES.has(marker))
  const [frame] = frames
  if (frames.length !== 1 || !FRAMES.has(frame[1]) || frame.length < 10) throw damaged()
  const height = frame[5] * 256 + frame[6]
  const width = frame[7] * 256 + frame[8]
  const fits = frame[4] === 8 && width === blockWidth && height >= rows && height <= blockHeight
  if (!fits || frame[9] !== samples) throw damaged()
}

/** Adobe's segment says whether three components are RGB (0) or YCbCr (1). */
const adobeMarker = (transform: 0 | 1): Uint8Array =>
  Uint8Array.of(0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform)
