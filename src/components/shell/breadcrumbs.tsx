import { Link, useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { ChevronRight } from 'lucide-react'
import { crumbLinks } from './crumb-links.ts'

/** From the route's static data: a list, or a function of the route. Crumbs of parent screens are links. */
export function Breadcrumbs() {
  const router = useRouter()
  const leaf = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      return {
        params: (match?.params ?? {}) as Record<string, string | undefined>,
        pathname: match?.pathname ?? '',
        from: matches.some(({ _notFound }) => _notFound) ? undefined : match?.staticData.breadcrumbs,
      }
    },
    structuralSharing: false,
  })
  const crumbs = typeof leaf.from === 'function' ? leaf.from({ params: leaf.params }) : (leaf.from ?? [])
  if (crumbs.length === 0) return null
  const links = crumbLinks(router, leaf.pathname)
  return (
    <nav aria-label="Breadcrumbs" className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-2 text-xs text-muted">
        {crumbs.map((crumb, place) => {
          const text = typeof crumb === 'string' ? crumb : crumb.text
          const here = place === crumbs.length - 1
          return (
            <li
              key={`${place}-${text}`}
              // The title below is the record's name.
              className={here && text !== crumb ? 'sr-only' : 'flex min-w-0 items-center gap-1'}
            >
              {place > 0 && <ChevronRight aria-hidden="true" className="size-3 shrink-0" />}
              <Crumb here={here} to={links.get(text)}>
                {typeof crumb === 'string' ? (
                  crumb
                ) : (
                  <Suspense fallback={text}>
                    <crumb.Words text={text} />
                  </Suspense>
                )}
              </Crumb>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Crumb({ here, to, children }: { here: boolean; to: string | undefined; children: ReactNode }) {
  if (here) {
    return (
      <span aria-current="page" className="max-w-96 truncate text-text">
        {children}
      </span>
    )
  }
  if (to === undefined) return <span className="truncate">{children}</span>
  return (
    <Link to={to} className="max-w-96 truncate text-link underline-offset-2 hover:underline">
      {children}
    </Link>
  )
}
