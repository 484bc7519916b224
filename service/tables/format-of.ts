import { encodingOf } from '#common/delimited.ts'
import { isUtf16 } from './decode-text.ts'
import { isStata, isWorkbook, requireOwnFormat } from './foreign-format.ts'
import { TableError } from './table-error.ts'
import { configurationWords, emptyError, type TableWords } from './unreadable-table.ts'

export type TableFormat = 'xlsx' | 'csv' | 'json'

export const MEDIA_TYPES: Readonly<Record<TableFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
}

export const pointsMediaType = (content: Buffer): string =>
  isStata(content) ? 'application/x-stata-dta' : MEDIA_TYPES[isWorkbook(content) ? 'xlsx' : 'csv']

/** Decided by the content alone: an upload's name proves nothing. */
export function formatOf(content: Buffer, words: TableWords = configurationWords): TableFormat {
  if (content.length === 0) throw emptyError(words)
  if (isWorkbook(content)) return 'xlsx'
  requireOwnFormat(content, words.what)
  const start = content.subarray(0, 4096)
  if (encodingOf(content) === 'utf-8' && start.includes(0) && !isUtf16(start))
    throw new TableError(
      'unsupported-type',
      `${words.what} is neither a workbook nor text; send a ${words.formats} file.`,
    )
  const text = new TextDecoder(encodingOf(content)).decode(start).trimStart()
  if (text === '' && content.length <= start.length) throw emptyError(words)
  return text.startsWith('[') || text.startsWith('{') ? 'json' : 'csv'
}
