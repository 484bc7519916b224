import { type Encoding, encodingOf } from '#common/delimited.ts'
import { TableError } from './table-error.ts'

const SAVE = "save it as 'CSV UTF-8' and send it again."
/** Enough to see which bytes of UTF-16 are zero. */
const HEAD_BYTES = 2000

/** UTF-8, or UTF-16 with a byte order mark, unless an encoding is chosen. `what` names the file in sentences, e.g. 'The configuration'. */
export function decodeText(bytes: Buffer, what: string, encoding: Encoding = encodingOf(bytes)): string {
  if (encoding === 'windows-1252') return decodeWindows(bytes, what)
  if (encoding === 'utf-8' && bytes.includes(0)) {
    throw isUtf16(bytes.subarray(0, HEAD_BYTES))
      ? new TableError('invalid', `${what} is UTF-16 text without a byte order mark; ${SAVE}`)
      : new TableError('unsupported-type', `${what} is not text; ${SAVE}`)
  }
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const fault = encoding === 'utf-8' ? 'is not UTF-8 text' : 'is damaged UTF-16 text'
    throw new TableError('invalid', `${what} ${fault}; ${SAVE}`)
  }
  if (text.includes('\0')) throw new TableError('unsupported-type', `${what} is not text; ${SAVE}`)
  return text
}

/** Of the first bytes of a file without a mark: in Latin text, one byte of most pairs is zero: always the first, or always the second. */
export function isUtf16(head: Buffer): boolean {
  const zeros = [0, 0]
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2]++
  const [few, many] = zeros.toSorted((a, b) => a - b)
  return head.length > 8 && many > head.length / 4 && few < many / 20
}

// oxlint-disable-next-line no-control-regex -- bytes without a character
const NOT_WINDOWS = /[\0\x81\x8D\x8F\x90\x9D]/

function decodeWindows(bytes: Buffer, what: string): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  if (!NOT_WINDOWS.test(text)) return text
  throw new TableError('invalid', `${what} is not windows-1252 text; choose another encoding, or ${SAVE}`)
}
