import { TableError } from './table-error.ts'

/** `what` names the file in sentences, e.g. 'The configuration'. */
export function decodeUtf8(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new TableError('invalid', `${what} is not UTF-8 text; save it as 'CSV UTF-8' and send it again.`)
  }
}
