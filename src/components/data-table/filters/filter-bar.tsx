import { type ReactNode, useId, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { ListFilter, X } from 'lucide-react'
import { cn } from '~/lib/class-names.ts'
import { FilterControl, type OnFilter } from './filter-control.tsx'
import {
  type ControlledFilter,
  type Filter,
  type FilteredList,
  type SearchRecord,
  chipsOf,
  clearAll,
  countOf,
} from './filters.ts'

/** The toolbar: common filters, the rest under 'More filters', and the active ones as chips. */
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
  const id = useId()
  const [more, setMore] = useState(false)
  const [open, setOpen] = useState(false)
  const controlled = filters.filter((filter) => filter.kind !== 'elsewhere')
  const rest = controlled.filter((filter) => filter.more)
  const chips = chipsOf(filters, search)
  const hidden = rest.reduce((sum, filter) => sum + countOf(filter, search), 0)
  const controls = (some: readonly ControlledFilter[]) =>
    some.map((filter) => (
      <FilterControl key={filter.label} filter={filter} search={search} list={list} onFilter={onFilter} />
    ))
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2 min-[1200px]:flex-nowrap print:hidden">
        <Button
          variant="secondary"
          size="small"
          className="min-[700px]:hidden"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ListFilter aria-hidden="true" />
          Filters
          {chips.length > 0 && <span className="tabular">{chips.length}</span>}
        </Button>
        <fieldset
          id={id}
          aria-label="Filters"
          className={cn(
            'flex min-w-0 flex-1 flex-wrap items-center gap-1.5 max-[699px]:order-last max-[699px]:basis-full min-[700px]:max-[1199px]:flex-auto',
            !open && 'max-[699px]:hidden',
          )}
        >
          {controls(controlled.filter((filter) => !filter.more))}
          {rest.length > 0 && (
            <Button
              variant="quiet"
              size="small"
              aria-label={`${more ? 'Fewer' : 'More'} filters${!more && hidden > 0 ? `, ${hidden} chosen` : ''}`}
              aria-expanded={more}
              onClick={() => setMore(!more)}
            >
              <ListFilter aria-hidden="true" />
              {more ? 'Fewer' : 'More'}
              {!more && hidden > 0 && <span className="tabular">{hidden}</span>}
            </Button>
          )}
          {more && controls(rest)}
        </fieldset>
        <div className="ml-auto flex shrink-0 items-center gap-1 max-[449px]:w-full max-[449px]:flex-wrap max-[449px]:gap-0 max-[449px]:[&_svg]:hidden">
          {children}
        </div>
      </div>
      {chips.length > 0 && (
        <ul aria-label="Chosen filters" className="flex flex-wrap items-center gap-2">
          {chips.map((chip) => (
            <li
              key={chip.key}
              className="flex h-7 max-w-full items-center rounded-full border bg-sunk pl-3 text-sm"
            >
              <span className="truncate">{chip.text}</span>
              <button
                type="button"
                aria-label={`Remove ${chip.text}`}
                className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-text"
                onClick={() => onFilter(chip.without, { replace: false })}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
          <li>
            <Button
              variant="quiet"
              size="small"
              onClick={() => onFilter(clearAll(filters), { replace: false })}
            >
              Clear all
            </Button>
          </li>
        </ul>
      )}
    </div>
  )
}
