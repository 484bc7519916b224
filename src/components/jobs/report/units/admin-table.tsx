import { type ReactNode, memo, useDeferredValue, useEffect, useRef } from 'react'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cn } from '~/lib/class-names.ts'
import { type AdminSort, type AdminUnit, sortUnits } from './admin-sort.ts'

export interface UnitColumn {
  /** Absent: the column cannot be sorted by. */
  sort?: AdminSort
  label: string
  /** Words are aligned left, figures right. */
  left?: boolean
  wideOnly?: boolean
  cell: (unit: AdminUnit) => ReactNode
}

interface UnitRowsProps {
  units: readonly AdminUnit[]
  columns: readonly UnitColumn[]
  sortBy: AdminSort
  sortOrder: 'asc' | 'desc'
  highlight: string | null
  onHighlight: (code: string | null) => void
}

/** One row per unit; sort order and the chosen unit are in the address. */
export function AdminTable({
  units,
  columns,
  caption,
  sortBy,
  sortOrder,
  onSort,
  highlight,
  onHighlight,
}: UnitRowsProps & {
  caption: string
  onSort: (by: AdminSort, order: 'asc' | 'desc') => void
}) {
  // The header answers a click at once, the rows follow: to move them takes longer than a frame.
  const order = { sortBy: useDeferredValue(sortBy), sortOrder: useDeferredValue(sortOrder) }
  const box = useShownRow(highlight)
  const sorting = { sortBy, sortOrder, onSort }
  return (
    <div
      ref={box}
      className="relative max-h-[70dvh] overflow-auto rounded border print:text-[10px] print:[&_button]:px-0 print:[&_td]:px-1 print:[&_th]:px-1 print:[&_thead_svg]:hidden"
    >
      <table className="w-full border-collapse text-sm print:text-[10px]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-2 bg-sunk">
          <tr>
            <SortHeader by="name" left {...sorting}>
              Unit
            </SortHeader>
            {columns.map(({ sort, label, left = false, wideOnly }, place) =>
              sort ? (
                <SortHeader key={sort} by={sort} left={left} {...sorting}>
                  {label}
                </SortHeader>
              ) : (
                <th
                  // oxlint-disable-next-line react/no-array-index-key -- some labels appear twice
                  key={place}
                  scope="col"
                  className={cn(
                    'h-10 px-1.5 font-medium text-balance text-muted min-[1600px]:px-2',
                    left ? 'text-left' : 'text-right',
                    wideOnly && 'hidden xl:table-cell',
                  )}
                >
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          <UnitRows
            units={units}
            columns={columns}
            {...order}
            highlight={highlight}
            onHighlight={onHighlight}
          />
        </tbody>
      </table>
    </div>
  )
}

/** Not rendered again by what else the address holds, such as the map's place. */
const UnitRows = memo(function UnitRows({
  units,
  columns,
  sortBy,
  sortOrder,
  highlight,
  onHighlight,
}: UnitRowsProps) {
  return sortUnits(units, sortBy, sortOrder).map((unit) => (
    <tr
      key={unit.code}
      data-chosen={unit.code === highlight || undefined}
      className={cn('group border-t hover:bg-hover', fill(unit, highlight))}
    >
      <th
        scope="row"
        className={cn(
          'sticky left-0 z-1 h-10 border-l-4 px-3 text-left font-normal group-hover:bg-hover',
          unit.pass === false ? 'border-l-warning' : 'border-l-transparent',
          fill(unit, highlight) ?? 'bg-raised',
        )}
      >
        <button
          type="button"
          aria-pressed={unit.code === highlight}
          title="Show on the map"
          className="text-left text-link hover:underline wide:whitespace-nowrap"
          onClick={() => onHighlight(unit.code === highlight ? null : unit.code)}
        >
          {unit.name}
        </button>
      </th>
      {columns.map(({ sort, label, left, wideOnly, cell }, place) => (
        <td
          // oxlint-disable-next-line react/no-array-index-key -- some labels appear twice
          key={sort ?? `${label}-${place}`}
          className={cn(
            'h-10 px-1.5 whitespace-nowrap min-[1600px]:px-2',
            !left && 'text-right',
            wideOnly && 'hidden xl:table-cell',
          )}
        >
          {cell(unit)}
        </td>
      ))}
    </tr>
  ))
})

/** Scrolls the table, not the page, to the unit that was chosen on the map. */
function useShownRow(highlight: string | null) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[data-chosen]')
    if (!row || !box.current) return
    const { scrollTop, clientHeight } = box.current
    const header = 40
    if (row.offsetTop - header < scrollTop || row.offsetTop + row.offsetHeight > scrollTop + clientHeight)
      box.current.scrollTop = row.offsetTop - clientHeight / 2
  }, [highlight])
  return box
}

const fill = (unit: AdminUnit, highlight: string | null) =>
  unit.code === highlight ? 'bg-selected' : unit.pass === false ? 'bg-warning-soft' : undefined

function SortHeader({
  by,
  left,
  sortBy,
  sortOrder,
  onSort,
  children,
}: {
  by: AdminSort
  left: boolean
  sortBy: AdminSort
  sortOrder: 'asc' | 'desc'
  onSort: (by: AdminSort, order: 'asc' | 'desc') => void
  children: ReactNode
}) {
  const active = by === sortBy
  const Icon = active ? (sortOrder === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={active ? (sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cn(
        'h-10 font-medium',
        left ? 'text-left' : 'text-right',
        by === 'name' && 'sticky left-0 bg-sunk',
      )}
    >
      <button
        type="button"
        // A page that repeats the header would leave out the box of a button.
        className={cn(
          'group/sort relative flex h-full w-full items-center gap-1 text-balance print:contents',
          by === 'name' ? 'px-3' : 'px-1.5 min-[1600px]:px-2',
          left ? 'text-left' : 'justify-end text-right',
        )}
        onClick={() => onSort(by, active && sortOrder === 'asc' ? 'desc' : 'asc')}
      >
        {children}
        {/* On figures it takes no space until it is active: a dozen columns have to fit. */}
        <Icon
          aria-hidden="true"
          className={cn(
            'shrink-0',
            active || left
              ? 'size-3.5'
              : 'absolute -left-2 size-3 opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
            !active && 'text-muted',
          )}
        />
      </button>
    </th>
  )
}
