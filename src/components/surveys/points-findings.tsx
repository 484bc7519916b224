import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { Finding } from '#contract/shapes.ts'
import { cn } from '~/lib/class-names.ts'

const placeOf = ({ row, column }: Finding) =>
  [row === null ? null : `Row ${row}`, column && `column ${column}`].filter(Boolean).join(', ') ||
  'The whole file'

/** The findings of a points file, errors first, each with its row, its column and how to fix it. */
export function PointsFindings({ findings }: { findings: readonly Finding[] }) {
  const sorted = findings.toSorted(
    (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  )
  return (
    <ul aria-label="Findings" className="max-h-96 divide-y overflow-auto rounded border">
      {sorted.map((finding) => {
        const error = finding.severity === 'error'
        const Icon = error ? CircleAlert : TriangleAlert
        return (
          <li key={`${placeOf(finding)}-${finding.message}`} className="flex gap-3 px-3 py-2">
            <Icon
              aria-label={error ? 'Error' : 'Warning'}
              className={cn('mt-0.5 size-4 shrink-0', error ? 'text-error' : 'text-warning')}
            />
            <div className="min-w-0">
              <p className="break-words">
                <span className="font-medium">{placeOf(finding)}: </span>
                {finding.message}
              </p>
              {finding.help && <p className="break-words text-muted">{finding.help}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
