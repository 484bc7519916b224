import { useRouterState } from '@tanstack/react-router'

/** The former page stays while the next one loads; this line says that it comes. */
export function NextPageProgress() {
  const leaving = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation !== undefined && location.pathname !== resolvedLocation.pathname,
  })
  if (!leaving) return null
  return (
    <output className="late absolute inset-x-0 -bottom-px block h-0.5 bg-secondary">
      <span className="sr-only">Loading the next page</span>
    </output>
  )
}
