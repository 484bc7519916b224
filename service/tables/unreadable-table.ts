import { CONFIGURATION_MAX_ROWS } from '#contract/configuration-limits.ts'
import { TableError } from './table-error.ts'
import { MAX_COLUMNS } from './table.ts'

const limit = CONFIGURATION_MAX_ROWS.toLocaleString('en')

export const emptyError = () =>
  new TableError('invalid', 'The configuration is empty; it needs a header row and one row for each layer.')

export const tooManyRows = () =>
  new TableError(
    'invalid',
    `The configuration has more than ${limit} layers; split it into several files of at most ${limit} rows.`,
  )

export const tooManyColumns = () =>
  new TableError(
    'invalid',
    `The configuration has more than ${MAX_COLUMNS} columns; remove what lies to the right of the layers.`,
  )

export const encodingError = (what: string) =>
  new TableError('invalid', `${what} is not UTF-8 text; save it as 'CSV UTF-8' and send it again.`)
