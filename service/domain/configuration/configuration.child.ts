import { TableError } from '../../tables/table-error.ts'
import { parseConfiguration } from './parse.ts'
import { answerTable } from '../tables/answer-table.ts'

/** Nobody reads more findings than this, and they would only cost the service time. */
const MOST_FINDINGS = 10_000

answerTable(async (name: string, content) => {
  const table = await parseConfiguration(content, name)
  if (table.findings.length <= MOST_FINDINGS) return table
  const { row, message } = table.findings[0]
  throw new TableError(
    'invalid',
    `The configuration has more than ${MOST_FINDINGS.toLocaleString('en')} errors; the first is in row ${row}: ${message}`,
  )
})
