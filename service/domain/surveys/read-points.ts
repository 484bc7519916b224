import { POINTS_MAX_BYTES } from '#contract/submissions.ts'
import { ConfigurationError } from '../../configuration/configuration-error.ts'
import { readDelimited } from '../../configuration/read-delimited.ts'

export interface PointsTable {
  header: string[]
  /** Row 1 is the header, as the person sees it; empty rows are left out. */
  records: { row: number; cells: string[] }[]
}

export const POINTS_MAX_ROWS = 20_000
const POINTS_MAX_COLUMNS = 1000

/**
 * A points file as text cells.
 * @throws ConfigurationError with one sentence when it is no table.
 */
export async function readPointsTable(content: Buffer, name: string): Promise<PointsTable> {
  const what = `The points file ${name}`
  if (content.length > POINTS_MAX_BYTES) throw new ConfigurationError('too-large', `${what} is above 50 MiB.`)
  if (content.subarray(0, 4096).includes(0)) {
    throw new ConfigurationError('unsupported-type', `${what} is not a CSV text.`)
  }
  const [header, ...rest] = await readDelimited(content, {
    what,
    delimiter: ',',
    maxRecords: POINTS_MAX_ROWS + 1,
    maxColumns: POINTS_MAX_COLUMNS,
    tooMany: () =>
      new ConfigurationError(
        'invalid',
        `${what} has more than ${POINTS_MAX_ROWS.toLocaleString('en')} rows; give one row for each cluster.`,
      ),
    tooWide: () =>
      new ConfigurationError(
        'invalid',
        `${what} has more than ${POINTS_MAX_COLUMNS} columns; keep those that are needed.`,
      ),
  })
  if (header === undefined) throw new ConfigurationError('invalid', `${what} is empty.`)
  return {
    header: header.map((cell) => cell.trim()),
    records: rest
      .map((cells, i) => ({ row: i + 2, cells: cells.map((cell) => cell.trim()) }))
      .filter(({ cells }) => cells.some((cell) => cell !== '')),
  }
}
