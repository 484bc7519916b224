/** An inclusive range; 'whole' if there is none to honour; 'unsatisfiable' if it lies outside the file. */
export type ByteRange = { start: number; end: number } | 'whole' | 'unsatisfiable'

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** RFC 9110 section 14: one range. Several ranges, or text that is not a range, get the whole file, as a server may. */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const match = RANGE.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const [, from, to] = match
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}

const strong = (etag: string) => etag.trim().replace(/^W\//, '')

/** True if If-None-Match names the current version. */
export const isKnown = (header: string | undefined, etag: string | undefined): boolean =>
  header !== undefined &&
  etag !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => strong(one) === strong(etag)))

/** If-Range: the range is honoured only if the file is still the version whose beginning the client has. */
export const isSame = (header: string | undefined, etag: string | undefined): boolean =>
  header === undefined || (etag !== undefined && !etag.startsWith('W/') && header.trim() === etag)
