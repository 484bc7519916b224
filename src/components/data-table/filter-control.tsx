import { Suspense, lazy, useRef, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { ChevronDown } from '~/components/ui/icons.tsx'
import { Popover } from '~/components/ui/popover.tsx'
import { SkeletonLines } from '~/components/ui/skeleton.tsx'
import {
  type Change,
  type ControlledFilter,
  type FilteredList,
  type SearchRecord,
  countOf,
} from './filters.ts'

const load = () => import('./filter-fields.tsx')
/** Loaded when a filter is about to be opened. */
const FilterFields = lazy(async () => ({ default: (await load()).FilterFields }))

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
  const [open, setOpen] = useState(false)
  const changed = useRef(false)
  const count = countOf(filter, search)
  const change = (next: Change) => {
    onFilter(next, { replace: changed.current })
    changed.current = true
  }
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        changed.current = false
        setOpen(next)
      }}
      label={filter.label}
      trigger={
        <Button
          variant={count > 0 ? 'pressed' : 'secondary'}
          size="small"
          onPointerEnter={() => void load().catch(() => undefined)}
          className={count > 0 ? 'gap-1!' : 'gap-1! font-normal!'}
        >
          {filter.label}
          {count > 0 && (
            <span className="tabular">
              {count}
              <span className="sr-only"> chosen</span>
            </span>
          )}
          <ChevronDown aria-hidden="true" className="size-3.5! text-muted" />
        </Button>
      }
    >
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <FilterFields
          filter={filter}
          search={search}
          list={list}
          change={change}
          close={() => setOpen(false)}
        />
      </Suspense>
    </Popover>
  )
}
