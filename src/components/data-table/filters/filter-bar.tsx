import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { Button } from '~/components/ui/button.tsx'
import { FilterPanel, type OnFilter } from './filter-panel.tsx'
import { type Filter, type FilteredList, type SearchRecord, chipsOf, clearAll } from './filters.ts'

/** The toolbar: all filters behind one button, those that are set as chips, and `children` at the end. */
export function FilterBar({
  filters,
  search,
  list,
  onFilter,
  children,
}: {
  filters: readonly Filter[]
  search: SearchRecord
  list: FilteredList
  onFilter: OnFilter
  children?: ReactNode
}) {
  const controlled = filters.filter((filter) => filter.kind !== 'elsewhere')
  const chips = chipsOf(filters, search)
  const push = { replace: false }
  return (
    <fieldset
      aria-label="Toolbar"
      className="flex min-w-0 flex-wrap items-start gap-2 max-[449px]:gap-x-1 min-[900px]:flex-nowrap"
    >
      <div className="print:hidden">
        <FilterPanel
          filters={controlled}
          count={chips.length}
          search={search}
          list={list}
          onFilter={onFilter}
        />
      </div>
      {chips.length > 0 && (
        <ul
          aria-label="Chosen filters"
          className="flex min-w-0 flex-wrap items-center gap-2 max-[899px]:order-last max-[899px]:basis-full"
        >
          {chips.map((chip) => (
            <li
              key={chip.key}
              className="flex h-8 max-w-full items-center rounded-full border bg-sunk pl-3 text-sm"
            >
              <span className="truncate">{chip.text}</span>
              <button
                type="button"
                aria-label={`Remove ${chip.text}`}
                className="grid size-8 shrink-0 place-items-center rounded-full text-muted hover:text-text print:hidden"
                onClick={() => onFilter(chip.without, push)}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
          <li className="print:hidden">
            <Button variant="quiet" size="small" onClick={() => onFilter(clearAll(filters), push)}>
              Clear all
            </Button>
          </li>
        </ul>
      )}
      <div className="ml-auto flex shrink-0 flex-wrap items-center justify-end gap-1 max-[699px]:shrink max-[449px]:gap-0 print:hidden">
        {children}
      </div>
    </fieldset>
  )
}
