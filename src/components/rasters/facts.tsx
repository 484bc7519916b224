import type { ReactNode } from 'react'

/** Terms and values, in two columns on a wide page. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, what: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([term, what]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="tabular min-w-0 break-words">{what || <span className="text-muted">–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
