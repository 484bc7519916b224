import type { Finding } from '#contract/shapes.ts'
import { FindingItems } from './finding-items.tsx'
import { placeInWords } from './findings.ts'

/** Every finding with its place, what is wrong and how to fix it; the place links to the cell. */
export function FindingsList({
  findings,
  onShow,
}: {
  findings: readonly Finding[]
  onShow: (finding: Finding) => void
}) {
  return (
    <FindingItems findings={findings} className="max-h-80 overflow-auto">
      {(finding) => (
        <>
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
        </>
      )}
    </FindingItems>
  )
}
