import type { Finding } from '#contract/shapes.ts'
import type { ConfigurationColumn } from '#contract/configuration.ts'

/** A finding before it knows its row: what a catalogue says is the same for every row that asks. */
export interface Told extends Omit<Finding, 'row' | 'column'> {
  column: ConfigurationColumn | null
}

export const fault = (column: Told['column'], message: string, help?: string): Told => ({
  severity: 'error',
  column,
  message,
  ...(help ? { help } : {}),
})

export const doubt = (column: Told['column'], message: string, help?: string): Told => ({
  severity: 'warning',
  column,
  message,
  ...(help ? { help } : {}),
})

/** Said while nothing of a kind is catalogued: an installation that was started without the sample. */
export const SAMPLE_HELP =
  "An admin loads data on the server with 'npm run load -- FOLDER', the sample of Nigeria with 'npm run load -- samples/nigeria'."

/** Calls `make` once a key; the answers live as long as one judgement. */
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
