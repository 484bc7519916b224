import { foreign, sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'
import { TableError } from '../../tables/table-error.ts'

/** The error of reading a file as a table as that of the call; others as they are. */
export function asRejection(error: unknown, field?: string): unknown {
  if (!(error instanceof TableError)) return error
  return new ServiceError(error.kind, foreign(error.message, sentence`The table cannot be read.`), { field })
}
