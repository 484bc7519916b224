import type { ReactNode } from 'react'
import { cn } from '~/lib/class-names.ts'
import { MAX_YEARS, type CoverageEntry, matrixOf } from './matrix.ts'

/** Countries by years. A year without data is hatched, so that gaps are visible; the first column is sticky. */
export function CoverageMatrix<E extends CoverageEntry>({
  label,
  pluralNoun,
  entries,
  cell,
}: {
  label: string
  /** The plural of the counted noun. */
  pluralNoun: string
  entries: readonly E[]
  /** The content of a covered cell: a link with a number. */
  cell: (entry: E) => ReactNode
}) {
  const { years, countries, undated, left } = matrixOf(entries)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <section
        aria-label={`${label}, table`}
        // Scrollable content must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-[max(24rem,calc(100dvh-20rem))] max-w-full overflow-auto rounded border"
      >
        <table aria-label={label} className="tabular border-separate border-spacing-0">
          <thead>
            <tr>
              <th scope="col" className={cn(head, 'left-0 z-30 pl-3 text-left')}>
                Country
              </th>
              {years.map((year) => (
                <th key={year} scope="col" className={cn(head, 'z-20 min-w-11 text-center')}>
                  {year}
                </th>
              ))}
              {undated && (
                <th scope="col" className={cn(head, 'z-20 px-3! text-center')}>
                  No year
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {countries.map(({ iso3_code, country, byYear, withoutYear }) => (
              <tr key={iso3_code}>
                <th
                  scope="row"
                  className="sticky left-0 z-10 max-w-48 border-r border-b bg-raised py-1 pr-3 pl-3 text-left font-medium max-[699px]:max-w-32"
                >
                  <span className="line-clamp-2 break-words">{country}</span>
                </th>
                {years.map((year) => (
                  <Cell
                    key={year}
                    entry={byYear.get(year)}
                    cell={cell}
                    what={`${country} ${year}: no ${pluralNoun}`}
                  />
                ))}
                {undated && (
                  <Cell
                    entry={withoutYear}
                    cell={cell}
                    what={`${country}: no ${pluralNoun} without a year`}
                  />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="gap-hatch inline-block size-4 rounded-[3px] border" />
          No {pluralNoun}
        </span>
        {left > 0 && (
          <span>
            {left} earlier {left === 1 ? 'year is' : 'years are'} not shown; the matrix shows {MAX_YEARS}{' '}
            years.
          </span>
        )}
      </p>
    </div>
  )
}

const head = 'sticky top-0 h-10 border-b bg-sunk px-1.5 text-xs font-semibold whitespace-nowrap text-muted'

function Cell<E>({
  entry,
  cell,
  what,
}: {
  entry: E | undefined
  cell: (entry: E) => ReactNode
  what: string
}) {
  return (
    <td className={cn('h-9 border-r border-b p-0 text-center', !entry && 'gap-hatch')}>
      {entry ? cell(entry) : <span className="sr-only">{what}</span>}
    </td>
  )
}
