import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { OutlineFinding } from '#contract/place-groups.ts'
import { cn } from '~/lib/class-names.ts'
import { count } from '~/lib/figures.ts'

const placeOf = ({ feature, field }: OutlineFinding) =>
  [feature === null ? null : `Feature ${count(feature)}`, field].filter(Boolean).join(', ') ||
  'The whole file'

/** Errors first, each with its feature, its property and how to fix it. */
export function OutlineFindings({ findings }: { findings: readonly OutlineFinding[] }) {
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
