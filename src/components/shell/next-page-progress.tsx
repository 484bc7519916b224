import { useRouterState } from '@tanstack/react-router'
import { cn } from '~/lib/class-names.ts'

const line = 'late absolute inset-x-0 -bottom-px h-0.5 bg-secondary'

/** The previous page stays while the next one's code and data load; this line shows that it is loading. */
export function NextPageProgress() {
  const leaving = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation !== undefined && location.pathname !== resolvedLocation.pathname,
  })
  if (!leaving) return <span aria-hidden="true" className={cn(line, 'hidden [[data-waiting]_&]:block')} />
  return (
    <output className={cn(line, 'block')}>
      <span className="sr-only">Loading the next page</span>
    </output>
  )
}
