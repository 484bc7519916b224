import type { ReactNode } from 'react'

const SHOWN = 6

/** The catalogs' existing records, each with its link; beyond a few, only their number. */
export function HeldList<R extends { id: number }>({
  label,
  items,
  children,
}: {
  label: string
  items: readonly R[]
  /** A record's link. */
  children: (item: R) => ReactNode
}) {
  if (items.length === 0) return null
  const more = items.length - SHOWN
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {items.slice(0, SHOWN).map((item) => (
        <li key={item.id} className="min-w-0 break-words">
          {children(item)}
        </li>
      ))}
      {more > 0 && <li className="text-muted">and {more} more</li>}
    </ul>
  )
}
