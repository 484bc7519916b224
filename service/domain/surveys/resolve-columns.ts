import { nearestName } from '../../tables/nearest-name.ts'
import { POINTS_COLUMN_NAMES, type PointsColumnName } from '#contract/points-columns.ts'
import type { PointsColumns } from '../../db/schema.ts'

const OPTIONAL = new Set<PointsColumnName>(['weight', 'stratum', 'urban'])

interface ColumnError {
  column: PointsColumnName
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
  header: readonly string[],
  given: Partial<Record<PointsColumnName, string>>,
  defaults: Partial<PointsColumns> | null,
  file: string,
): { columns: PointsColumns; errors: ColumnError[] } {
  const columns: Partial<Record<PointsColumnName, string>> = {}
  const errors: ColumnError[] = []
  for (const name of POINTS_COLUMN_NAMES) {
    const asked = given[name] ?? defaults?.[name]
    const wanted = asked ?? (defaults && OPTIONAL.has(name) ? undefined : name)
    if (wanted === undefined) continue
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
  return { columns: columns as PointsColumns, errors }
}

const listed = (header: readonly string[]) => {
  const names = header.filter(Boolean)
  return names.length > 12 ? `${names.slice(0, 12).join(', ')}, …` : names.join(', ')
}
