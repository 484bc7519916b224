import type { Finding } from '#contract/shapes.ts'
import { FindingItems } from './finding-items.tsx'
import { FixButton } from './finding-messages.tsx'
import { formatPlace } from './findings.ts'

/** Every finding with its place, what is wrong and how to fix it; the place links to the cell. */
export function FindingsList({
  findings,
  className = 'max-h-80 overflow-auto',
  onShow,
  onFix,
}: {
  findings: readonly Finding[]
  className?: string
  onShow: (finding: Finding) => void
  /** Applies the finding's `fix`. */
  onFix?: (finding: Finding, fix: string) => void
}) {
  return (
    <FindingItems findings={findings} className={className}>
      {(finding) => (
        <>
          {finding.row === null && finding.column === null ? (
            <span className="font-medium">{formatPlace(finding)}</span>
          ) : (
            <button
              type="button"
              className="font-medium text-link hover:underline"
              onClick={() => onShow(finding)}
            >
              {formatPlace(finding)}
            </button>
          )}
          <p className="break-words">{finding.message}</p>
          {finding.fix !== undefined && onFix && (
            <FixButton fix={finding.fix} onFix={(fix) => onFix(finding, fix)} />
          )}
        </>
      )}
    </FindingItems>
  )
}
