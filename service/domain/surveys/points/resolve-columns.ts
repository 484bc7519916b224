import { headerBelow } from '#service/tables/header-below.ts'
import { nearestName } from '#common/nearest-name.ts'
import { POINTS_COLUMN_NAMES, type PointsColumnName } from '#contract/surveys/points-columns.ts'
import type { PointsColumns } from '#service/db/schema.ts'
import type { PointsTable } from './points-table.ts'

const OPTIONAL = new Set<PointsColumnName>(['weight', 'stratum', 'urban'])

interface ColumnError {
  /** Null: the header itself. */
  column: PointsColumnName | null
  message: string
  help: string
  /** The file's column that was probably meant. */
  fix: string | null
}

/**
 * The file's column for each role: as given in the row, else `defaults`, else the roles' own names; optional ones only
 * if they exist.
 */
export function resolveColumns(
  { header, top }: Pick<PointsTable, 'header' | 'top'>,
  given: Partial<Record<PointsColumnName, string>>,
  defaults: Partial<PointsColumns> | null,
  file: string,
): { columns: PointsColumns; errors: ColumnError[] } {
  const columns: Partial<Record<PointsColumnName, string>> = {}
  const errors: ColumnError[] = []
  const needed: string[] = []
  for (const name of POINTS_COLUMN_NAMES) {
    const asked = given[name] ?? defaults?.[name]
    const wanted = asked ?? (defaults && OPTIONAL.has(name) ? undefined : name)
    if (wanted === undefined) continue
    if (asked !== undefined || !OPTIONAL.has(name)) needed.push(wanted)
    const times = header.filter((heading) => heading === wanted).length
    if (times === 1) columns[name] = wanted
    else if (times > 1) {
      errors.push({
        column: name,
        message: `${file}: the column '${wanted}' appears ${times} times.`,
        help: 'Keep one of them in the points file.',
        fix: null,
      })
    } else if (asked !== undefined || !OPTIONAL.has(name)) {
      const near = nearestName(wanted, header)
      errors.push({
        column: name,
        message: `${file} has no column '${wanted}'.${near ? ` Did you mean '${near}'?` : ''}`,
        help: `Name the column with the ${name}; the file has: ${listed(header)}.`,
        fix: near,
      })
    }
  }
  const below = errors.length > 0 ? headerBelow({ header, rows: top }, needed) : null
  if (below !== null) {
    const message = `${file}: the header seems to be in row ${below}.`
    const help = 'Delete the rows above it, so that the header is row 1.'
    return { columns: columns as PointsColumns, errors: [{ column: null, message, help, fix: null }] }
  }
  return { columns: columns as PointsColumns, errors }
}

const listed = (header: readonly string[]) => {
  const names = header.filter(Boolean)
  return names.length > 12 ? `${names.slice(0, 12).join(', ')}, …` : names.join(', ')
}
