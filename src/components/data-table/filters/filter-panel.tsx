import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { ChevronRight, ListFilter } from 'lucide-react'
import { Button } from '~/components/ui/button.tsx'
import { focusField } from '~/components/ui/fields/focus-first-field.ts'
import { Popover } from '~/components/ui/overlays/popover.tsx'
import { cn } from '~/lib/class-names.ts'
import { FilterFields } from './filter-fields.tsx'
import {
  type Change,
  type ControlledFilter,
  type FilteredList,
  type SearchRecord,
  countOf,
} from './filters.ts'

/** `replace`: the change belongs to the previous one, so that Back undoes both at once. */
export type OnFilter = (change: Change, options: { replace: boolean }) => void

interface FilterPanelProps {
  filters: readonly ControlledFilter[]
  search: SearchRecord
  list: FilteredList
  onFilter: OnFilter
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="tabular">
      {count} <span className="sr-only">set</span>
    </span>
  )
}

/** One button with the number of values that are set; it opens the names of all filters. */
export function FilterPanel({ count, ...props }: FilterPanelProps & { count: number }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Filter"
      className="w-auto! p-1!"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant={count > 0 ? 'pressed' : 'secondary'} size="small">
          <ListFilter aria-hidden="true" />
          Filter <Count count={count} />
        </Button>
      }
    >
      <FilterNames {...props} close={() => setOpen(false)} />
    </Popover>
  )
}

/** Arrow keys move from name to name. */
function focusNeighbour(event: KeyboardEvent<HTMLButtonElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const names = [...event.currentTarget.parentElement!.querySelectorAll<HTMLElement>(':scope > button')]
  names.at((names.indexOf(event.currentTarget) + step) % names.length)?.focus()
}

/** The fields of the open filter are beside the names, on a narrow screen below its own name. */
function FilterNames({ filters, search, list, onFilter, close }: FilterPanelProps & { close: () => void }) {
  const [open, setOpen] = useState(filters.length === 1 ? filters[0]?.label : undefined)
  const changed = useRef(false)
  const change = (next: Change) => {
    onFilter(next, { replace: changed.current })
    changed.current = true
  }
  return (
    <fieldset
      aria-label="Filters"
      className="grid min-[700px]:grid-cols-[minmax(11rem,auto)_auto]"
      // The last row takes what the fields need beyond the names.
      style={{ gridTemplateRows: `repeat(${filters.length}, auto) 1fr` }}
    >
      {filters.map((filter) => {
        const count = countOf(filter, search)
        const isOpen = filter.label === open
        return (
          <Fragment key={filter.label}>
            <button
              type="button"
              aria-expanded={isOpen}
              className={cn(
                'flex h-8 items-center gap-2 rounded px-2 text-left hover:bg-hover min-[700px]:col-start-1',
                isOpen && 'bg-hover',
                count > 0 && 'font-medium',
              )}
              onClick={() => {
                changed.current = false
                setOpen(isOpen ? undefined : filter.label)
              }}
              onKeyDown={focusNeighbour}
            >
              <span className="flex-1">{filter.label}</span> <Count count={count} />
              <ChevronRight
                aria-hidden="true"
                className={cn('size-3.5 text-muted', isOpen && 'max-[699px]:rotate-90')}
              />
            </button>
            {isOpen && (
              <section
                ref={focusField}
                aria-label={filter.label}
                className="w-72 max-w-[calc(100vw-2rem)] p-2 min-[700px]:col-start-2 min-[700px]:row-start-1 min-[700px]:row-end-[span_99] min-[700px]:ml-1 min-[700px]:border-l min-[700px]:pl-3"
              >
                <FilterFields filter={filter} search={search} list={list} change={change} close={close} />
              </section>
            )}
          </Fragment>
        )
      })}
    </fieldset>
  )
}
