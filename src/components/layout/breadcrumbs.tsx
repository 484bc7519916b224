import { useMatches } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'

/** From the route's static data: a list, or a function of the route. */
export function Breadcrumbs() {
  const leaf = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      return {
        params: (match?.params ?? {}) as Record<string, string | undefined>,
        from: match?.staticData.breadcrumbs,
      }
    },
    structuralSharing: false,
  })
  const crumbs = typeof leaf.from === 'function' ? leaf.from({ params: leaf.params }) : (leaf.from ?? [])
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex flex-wrap items-center gap-1 text-xs text-muted">
        {crumbs.map((crumb, place) => (
          <li key={`${place}-${crumb}`} className="flex min-w-0 items-center gap-1">
            {place > 0 && <ChevronRight aria-hidden="true" className="size-3 shrink-0" />}
            <span
              aria-current={place === crumbs.length - 1 ? 'page' : undefined}
              className={place === crumbs.length - 1 ? 'truncate text-text' : 'truncate'}
            >
              {crumb}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
