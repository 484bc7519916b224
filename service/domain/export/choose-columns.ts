import { sentence } from '../../sentence.ts'
import { ServiceError } from '../../service-error.ts'

/**
 * The columns that were named, in that order; all without names. A name is that of a column, or of the object whose parts
 * are columns: `client` for `client_id` and `client_name`.
 */
export function chooseColumns<C extends { name: string }>(all: readonly C[], names?: readonly string[]): C[] {
  if (!names) return [...all]
  const choice = names.flatMap((name) => {
    const own = all.filter((column) => column.name === name)
    const found = own.length > 0 ? own : all.filter((column) => column.name.startsWith(`${name}_`))
    if (found.length === 0)
      throw new ServiceError(
        'invalid',
        sentence`There is no column '${name}'. The columns are ${all.map((column) => column.name).join(', ')}.`,
        { field: 'columns' },
      )
    return found
  })
  return [...new Set(choice)]
}
