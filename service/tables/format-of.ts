import { encodingOf } from '#contract/delimited.ts'
import { isWorkbook, requireOwnFormat } from './foreign-format.ts'
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
  if (isWorkbook(content)) return 'xlsx'
  requireOwnFormat(content, words.what)
  const start = content.subarray(0, 4096)
  const text = new TextDecoder(encodingOf(content)).decode(start).trimStart()
  if (text === '' && content.length <= start.length) throw emptyError(words)
  return text.startsWith('[') || text.startsWith('{') ? 'json' : 'csv'
}
