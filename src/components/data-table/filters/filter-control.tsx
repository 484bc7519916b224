import { type ComponentProps, useRef, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { ChevronDown } from 'lucide-react'
import { Popover } from '~/components/ui/overlays/popover.tsx'
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

/** A button with the filter's name and number of values; opens the matching control. */
export function FilterControl({
  filter,
  search,
  list,
  onFilter,
}: {
  filter: ControlledFilter
  search: SearchRecord
  list: FilteredList
  onFilter: OnFilter
}) {
  /** Undefined: never opened. A toolbar has many filters; until then, each is only a button. */
  const [open, setOpen] = useState<boolean>()
  const changed = useRef(false)
  const count = countOf(filter, search)
  const change = (next: Change) => {
    onFilter(next, { replace: changed.current })
    changed.current = true
  }
  const button = (props?: ComponentProps<'button'>) => (
    <Button variant={count > 0 ? 'pressed' : 'secondary'} size="small" className="filter" {...props}>
      {filter.label}
      {count > 0 && (
        <span className="tabular">
          {count}
          <span className="sr-only"> chosen</span>
        </span>
      )}
      <ChevronDown aria-hidden="true" />
    </Button>
  )
  if (open === undefined)
    return button({ 'aria-haspopup': 'dialog', 'aria-expanded': false, onClick: () => setOpen(true) })
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        changed.current = false
        setOpen(next)
      }}
      label={filter.label}
      trigger={button()}
    >
      <FilterFields
        filter={filter}
        search={search}
        list={list}
        change={change}
        close={() => setOpen(false)}
      />
    </Popover>
  )
}
