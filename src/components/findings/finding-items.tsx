import type { ReactNode } from 'react'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { cn } from '~/lib/class-names.ts'

interface AnyFinding {
  severity: 'error' | 'warning' | 'note'
  help?: string
}

const KINDS = {
  error: { label: 'Error', Icon: CircleAlert, tone: 'text-error' },
  warning: { label: 'Warning', Icon: TriangleAlert, tone: 'text-warning' },
  note: { label: 'Note', Icon: Info, tone: 'text-info' },
} as const
const ORDER = Object.keys(KINDS)

/** Findings, errors first and notes last, each with how to fix it; `children` renders its place and message. */
export function FindingItems<F extends AnyFinding>({
  findings,
  label = 'Findings',
  className = 'max-h-96 overflow-auto',
  footer,
  children,
}: {
  findings: readonly F[]
  label?: string
  className?: string
  /** Shown below the finding's text. */
  footer?: (finding: F) => ReactNode
  children: (finding: F) => ReactNode
}) {
  const sorted = findings.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
  return (
    <ul
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
      tabIndex={className ? 0 : undefined}
      className={cn('divide-y rounded border', className)}
    >
      {sorted.map((finding, place) => {
        const { label: kind, Icon, tone } = KINDS[finding.severity]
        return (
          <li
            // Findings have no id and keep the service's order.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            className="flex gap-3 px-3 py-2"
          >
            <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', tone)} />
            <span className="sr-only">{kind}</span>
            <div className="min-w-0">
              {children(finding)}
              {finding.help && <p className="break-words text-muted">{finding.help}</p>}
              {footer?.(finding)}
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
