import { Button } from '~/components/ui/button.tsx'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type Sorting, directions, sortedBy } from '~/components/data-table/address/sorting.ts'

/** The columns that decide the order, first to last: each can be reversed or removed. */
export function SortOrder({
  sorting,
  nameOf,
  onSort,
}: {
  sorting: Sorting
  /** A column's name. */
  nameOf: (id: string) => string
  onSort: (sorting: Sorting) => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <span className="text-sm text-muted">Sorted by</span>
      <ol aria-label="Sort order" className="flex min-w-0 flex-wrap items-center gap-2">
        {sorting.map(({ id, desc }, rank) => {
          const Icon = desc ? ArrowDown : ArrowUp
          return (
            <li key={id} className="flex h-7 max-w-full items-center rounded-full border bg-sunk text-sm">
              <button
                type="button"
                aria-label={`${nameOf(id)}, ${directions[desc ? 'desc' : 'asc']}: reverse`}
                className="flex h-full min-w-0 items-center gap-1.5 rounded-full pl-3"
                onClick={() => onSort(sortedBy(sorting, id, true))}
              >
                <span className="tabular text-muted">{rank + 1}</span>
                <span className="truncate">{nameOf(id)}</span>
                <Icon aria-hidden="true" className="size-3.5" />
              </button>
              <button
                type="button"
                aria-label={`Remove ${nameOf(id)} from the sort`}
                className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-text"
                onClick={() => onSort(sorting.filter((one) => one.id !== id))}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          )
        })}
        <li>
          <Button variant="quiet" size="small" onClick={() => onSort(sorting.slice(0, 1))}>
            {`Only ${nameOf(sorting[0].id)}`}
          </Button>
        </li>
      </ol>
    </div>
  )
}
