import type { ReactNode } from 'react'
import { CircleAlert, TriangleAlert } from '~/components/ui/icons.tsx'
import { cn } from '~/lib/class-names.ts'

interface AnyFinding {
  severity: 'error' | 'warning'
  help?: string
}

/** Findings, errors first, each with how to fix it; `children` renders its place and message. */
export function FindingItems<F extends AnyFinding>({
  findings,
  label = 'Findings',
  className = 'max-h-96 overflow-auto',
  children,
}: {
  findings: readonly F[]
  label?: string
  className?: string
  children: (finding: F) => ReactNode
}) {
  const sorted = findings.toSorted(
    (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  )
  return (
    <ul aria-label={label} className={cn('divide-y rounded border', className)}>
      {sorted.map((finding, place) => {
        const error = finding.severity === 'error'
        const Icon = error ? CircleAlert : TriangleAlert
        return (
          <li
            // Findings have no id and keep the service's order.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            className="flex gap-3 px-3 py-2"
          >
            <Icon
              aria-label={error ? 'Error' : 'Warning'}
              className={cn('mt-0.5 size-4 shrink-0', error ? 'text-error' : 'text-warning')}
            />
            <div className="min-w-0">
              {children(finding)}
              {finding.help && <p className="break-words text-muted">{finding.help}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A finding's message behind its place, if it has one. */
export function PlacedMessage({ place, children }: { place: string | null; children: string }) {
  return (
    <p className="break-words">
      {place !== null && <span className="font-medium">{place}: </span>}
      {children}
    </p>
  )
}
