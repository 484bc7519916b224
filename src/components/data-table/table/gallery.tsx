import type { ReactNode } from 'react'
import type { RowSelection } from '~/components/data-table/selection/selection-cells.tsx'
import { SelectBox } from '~/components/data-table/selection/select-box.tsx'
import { rowId } from '~/components/data-table/selection/selection.ts'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { cn } from '~/lib/class-names.ts'

/** The rows of a page as cards with a picture, in the order of the table. */
export function Gallery<R extends { id: number }>({
  label,
  rows,
  card,
  stale,
  skeletonCards = 0,
  selection,
}: {
  label: string
  rows: readonly R[]
  card: (row: R) => ReactNode
  /** The previous page, shown while the next one loads. */
  stale: boolean
  /** The number of grey cards to show instead of data. */
  skeletonCards?: number | undefined
  selection?: RowSelection<R> | undefined
}) {
  return (
    <ul
      aria-label={`${label}, gallery`}
      aria-busy={stale || skeletonCards > 0 || undefined}
      className={cn('gallery transition-opacity', stale && 'opacity-60 delay-150')}
    >
      {rows.map((row) => {
        const selected = selection?.state.rows.has(rowId(row)) ?? false
        return (
          <li key={row.id} data-selected={selected || undefined} className="gallery-card">
            {card(row)}
            {selection && (
              <span className="choice absolute top-1 left-1 rounded bg-raised">
                <SelectBox
                  data-row-check
                  aria-label={`Select ${selection.nameOf(row)}`}
                  checked={selected}
                  onToggle={(withShift) => selection.state.toggle(row, rows, withShift)}
                />
              </span>
            )}
          </li>
        )
      })}
      {Array.from({ length: skeletonCards }, (_, index) => (
        <li key={`skeleton-${index}`} className="gallery-card">
          <Skeleton className="aspect-4/3 h-auto! w-full" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-1/2" />
        </li>
      ))}
    </ul>
  )
}
