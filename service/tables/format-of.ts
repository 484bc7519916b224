import { TableError } from './table-error.ts'
import { configurationWords, emptyError, type TableWords } from './unreadable-table.ts'

export type TableFormat = 'xlsx' | 'csv' | 'json'

export const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
}

/** Decided by the content alone: an upload's name proves nothing. */
export function formatOf(content: Buffer, words: TableWords = configurationWords): TableFormat {
  if (content.length === 0) throw emptyError(words)
  if (content.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return 'xlsx'
  if (content.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    throw new TableError(
      'unsupported-type',
      `${words.what} is an old .xls workbook or protected by a password; save it as .xlsx without a password.`,
    )
  }
  const start = content.subarray(0, 4096)
  if (start[0] === 0xff && start[1] === 0xfe) {
    throw new TableError('invalid', `${words.what} is UTF-16 text; save it as 'CSV UTF-8' and send it again.`)
  }
  if (start.includes(0) || start.subarray(0, 5).equals(Buffer.from('%PDF-'))) {
    throw new TableError(
      'unsupported-type',
      `${words.what} is neither a workbook nor text; send a ${words.formats} file.`,
    )
  }
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '' && content.length <= start.length) throw emptyError(words)
  return text.startsWith('[') || text.startsWith('{') ? 'json' : 'csv'
}
