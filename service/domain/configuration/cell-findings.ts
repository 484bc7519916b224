import type { Finding } from '#contract/shapes.ts'
import type { ConfigurationColumn } from '#contract/submissions/configuration.ts'

/** A finding without its row: a catalogue's findings are the same for every row that refers to it. */
export interface CellFinding extends Omit<Finding, 'row' | 'column'> {
  column: ConfigurationColumn | null
}

export const cellError = (
  column: CellFinding['column'],
  message: string,
  help?: string,
  fix?: string | null,
): CellFinding => ({
  severity: 'error',
  column,
  message,
  ...(help && { help }),
  ...(fix && { fix }),
})

export const cellWarning = (column: CellFinding['column'], message: string, help?: string): CellFinding => ({
  severity: 'warning',
  column,
  message,
  ...(help ? { help } : {}),
})

/** Reported while the catalogue is empty: an installation that was started without the sample. */
export const SAMPLE_HELP =
  "An admin loads data on the server with 'npm run load -- FOLDER', the sample of Nigeria with 'npm run load -- samples/nigeria'."

/** Calls `make` once per key; the results live as long as one validation. */
export function memo<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key, make) => {
    let value = known.get(key)
    if (!value) {
      value = make()
      known.set(key, value)
    }
    return value
  }
}

export const listed = (names: readonly string[], max = 8) =>
  names.length > max ? `${names.slice(0, max).join(', ')}, …` : names.join(', ')
