import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { RasterFinding } from '#contract/assets.ts'
import { cn } from '~/lib/class-names.ts'

/** An inspection's findings, errors first, each with its remedy. */
export function RasterFindings({
  findings,
  label = 'Findings',
}: {
  findings: readonly RasterFinding[]
  label?: string
}) {
  const sorted = findings.toSorted(
    (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  )
  return (
    <ul aria-label={label} className="divide-y rounded border">
      {sorted.map(({ severity, band, message, help }) => {
        const error = severity === 'error'
        const Icon = error ? CircleAlert : TriangleAlert
        return (
          <li key={`${band}-${message}`} className="flex gap-3 px-3 py-2">
            <Icon
              aria-label={error ? 'Error' : 'Warning'}
              className={cn('mt-0.5 size-4 shrink-0', error ? 'text-error' : 'text-warning')}
            />
            <div className="min-w-0">
              <p className="break-words">
                {band !== null && <span className="font-medium">Band {band}: </span>}
                {message}
              </p>
              {help && <p className="break-words text-muted">{help}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
