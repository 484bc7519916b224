import { cn } from '~/lib/class-names.ts'

export interface FigureTableData {
  columns: readonly string[]
  /** The first cell names the row. */
  rows: readonly (readonly string[])[]
}

/** A chart's figures as text. */
export function FigureTable({
  caption,
  columns,
  rows,
  whole = false,
}: FigureTableData & {
  caption: string
  /** Shows every row at once. */
  whole?: boolean
}) {
  return (
    <section
      aria-label={`${caption}, table`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
      tabIndex={0}
      className={cn('mt-2 w-fit max-w-full overflow-auto rounded border', !whole && 'max-h-72')}
    >
      <table className="border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunk">
          <tr>
            {columns.map((column, place) => (
              <th
                key={column}
                scope="col"
                className={`h-8 px-3 font-medium whitespace-nowrap ${place === 0 ? 'text-left' : 'text-right'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows never move, and names may repeat
            <tr key={row} className="border-t">
              <th scope="row" className="h-8 px-3 text-left font-normal whitespace-nowrap">
                {name}
              </th>
              {cells.map((cell, place) => (
                <td key={columns[place + 1]} className="px-3 text-right whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
