import { CONFIGURATION_MAX_ROWS } from '#contract/submissions/configuration-limits.ts'
import { TableError } from './table-error.ts'
import { MAX_COLUMNS } from './table.ts'

/** How a table is named in sentences. */
export interface TableWords {
  /** E.g. 'The configuration'. */
  what: string
  /** What one row describes. */
  row: string
  formats: string
}

export const configurationWords: TableWords = {
  what: 'The configuration',
  row: 'layer',
  formats: '.xlsx, .csv or .json',
}

const limit = CONFIGURATION_MAX_ROWS.toLocaleString('en')

export const emptyError = ({ what, row } = configurationWords) =>
  new TableError('invalid', `${what} is empty; it needs a header row and one row for each ${row}.`)

export const tooManyRows = ({ what, row } = configurationWords) =>
  new TableError(
    'invalid',
    `${what} has more than ${limit} ${row}s; split it into several files of at most ${limit} rows.`,
  )

export const tooManyColumns = ({ what, row } = configurationWords) =>
  new TableError(
    'invalid',
    `${what} has more than ${MAX_COLUMNS} columns; remove what lies to the right of the ${row}s.`,
  )
