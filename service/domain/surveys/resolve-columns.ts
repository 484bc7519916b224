import { nearestName } from '../../tables/nearest-name.ts'
import { POINTS_COLUMN_NAMES, type PointsColumnName } from './points-columns.ts'
import type { PointsColumns } from '../../db/schema.ts'

const OPTIONAL = new Set<PointsColumnName>(['weight', 'stratum', 'urban'])

export interface ColumnFault {
  column: PointsColumnName
  message: string
  help: string
}

/** Which column of the file is which: what the row gives, else `defaults`, else those very names; optional ones only where they are. */
export function resolveColumns(
  header: readonly string[],
  given: Partial<Record<PointsColumnName, string>>,
  defaults: Partial<PointsColumns> | null,
  file: string,
): { columns: PointsColumns; faults: ColumnFault[] } {
  const columns: Partial<Record<PointsColumnName, string>> = {}
  const faults: ColumnFault[] = []
  for (const name of POINTS_COLUMN_NAMES) {
    const asked = given[name] ?? defaults?.[name]
    const wanted = asked ?? (defaults && OPTIONAL.has(name) ? undefined : name)
    if (wanted === undefined) continue
    const times = header.filter((heading) => heading === wanted).length
    if (times === 1) columns[name] = wanted
    else if (times > 1) {
      faults.push({
        column: name,
        message: `${file}: the column '${wanted}' appears ${times} times.`,
        help: 'Keep one of them in the points file.',
      })
    } else if (asked !== undefined || !OPTIONAL.has(name)) {
      const near = nearestName(wanted, header)
      faults.push({
        column: name,
        message: `${file} has no column '${wanted}'.${near ? ` Did you mean '${near}'?` : ''}`,
        help: `Name the column with the ${name}; the file has: ${listed(header)}.`,
      })
    }
  }
  return { columns: columns as PointsColumns, faults }
}

const listed = (header: readonly string[]) => {
  const names = header.filter(Boolean)
  return names.length > 12 ? `${names.slice(0, 12).join(', ')}, …` : names.join(', ')
}
