import { CONFIGURATION_MAX_ROWS } from '#contract/configuration-limits.ts'
import { ConfigurationError } from './configuration-error.ts'
import { MAX_COLUMNS } from './table.ts'

const limit = CONFIGURATION_MAX_ROWS.toLocaleString('en')

export const emptyFault = () =>
  new ConfigurationError(
    'invalid',
    'The configuration is empty; it needs a header row and one row for each layer.',
  )

export const rowsFault = () =>
  new ConfigurationError(
    'invalid',
    `The configuration has more than ${limit} layers; split it into several files of at most ${limit} rows.`,
  )

export const columnsFault = () =>
  new ConfigurationError(
    'invalid',
    `The configuration has more than ${MAX_COLUMNS} columns; remove what lies to the right of the layers.`,
  )

export const encodingFault = (what: string) =>
  new ConfigurationError('invalid', `${what} is not UTF-8 text; save it as 'CSV UTF-8' and send it again.`)
