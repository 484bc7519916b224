import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { Finding } from '#contract/shapes.ts'
import { cn } from '~/lib/class-names.ts'
import { placeInWords } from './findings.ts'

/** Every finding with its place, what is wrong and how to fix it; the place links to the cell. */
export function FindingsList({
  findings,
  onShow,
}: {
  findings: readonly Finding[]
  onShow: (finding: Finding) => void
}) {
  const sorted = findings.toSorted(
    (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  )
  return (
    <ul aria-label="Findings" className="max-h-80 divide-y overflow-auto rounded border">
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
              {finding.row === null && finding.column === null ? (
                <span className="font-medium">{placeInWords(finding)}</span>
              ) : (
                <button
                  type="button"
                  className="font-medium text-link hover:underline"
                  onClick={() => onShow(finding)}
                >
                  {placeInWords(finding)}
                </button>
              )}
              <p className="break-words">{finding.message}</p>
              {finding.help && <p className="break-words text-muted">{finding.help}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
