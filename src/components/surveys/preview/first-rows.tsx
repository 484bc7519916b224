import { POINTS_COLUMN_NAMES, type PointsColumnName } from '#contract/surveys/points-columns.ts'
import type { Inspection } from './use-inspection.ts'

/** The first rows of the file, with the role of each column that has one. */
export function FirstRows({
  inspection: { header, rows },
  columns,
}: {
  inspection: Inspection
  columns: Partial<Record<PointsColumnName, string>>
}) {
  const roleOf = (name: string) => POINTS_COLUMN_NAMES.find((role) => columns[role] === name)
  const width = rows[0]?.cells.length ?? 0
  const cell = 'max-w-60 truncate border-b px-2 py-1 text-left whitespace-nowrap'
  return (
    <section
      aria-label="First rows of the file"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
      tabIndex={0}
      className="max-h-72 overflow-auto rounded border text-xs"
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">First rows of the file</caption>
        <thead className="sticky top-0 bg-sunk">
          <tr>
            <th scope="col" className={cell}>
              Row
            </th>
            {header.slice(0, width).map((name, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- names may repeat
              <th key={place} scope="col" className={cell}>
                <span className="font-mono">{name}</span>{' '}
                {roleOf(name) && <span className="block font-normal text-muted">{roleOf(name)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row" className={`${cell} font-normal text-muted`}>
                {row}
              </th>
              {cells.map((text, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is its place
                <td key={place} className={cell}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
