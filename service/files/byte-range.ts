/** An inclusive range; 'whole' when there is none to follow; 'unsatisfiable' when it lies outside the file. */
export type ByteRange = { start: number; end: number } | 'whole' | 'unsatisfiable'

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** RFC 9110 section 14: one range; several at once, or words that are no range, get the whole file, as a server may. */
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

/** True when If-None-Match names what we have. */
export const isKnown = (header: string | undefined, etag: string | undefined): boolean =>
  header !== undefined &&
  etag !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => strong(one) === strong(etag)))

/** If-Range: the range is followed only when the file is still the one that the asker has the beginning of. */
export const isSame = (header: string | undefined, etag: string | undefined): boolean =>
  header === undefined || (etag !== undefined && !etag.startsWith('W/') && header.trim() === etag)
