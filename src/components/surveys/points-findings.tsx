import type { Finding } from '#contract/shapes.ts'
import type { Remedy } from '#contract/surveys/remedies.ts'
import { REMEDY_WORDS } from '#contract/surveys/remedy-words.ts'
import { FindingItems, PlacedMessage } from '~/components/findings/finding-items.tsx'
import { Button } from '~/components/ui/button.tsx'

const placeOf = ({ row, rows, column }: Finding) =>
  [row === null ? (rows ? formatRows(rows) : null) : `Row ${row}`, column && `column ${column}`]
    .filter(Boolean)
    .join(', ') || 'The whole file'

const NAMED = 5
const formatRows = (rows: readonly number[]) =>
  `Rows ${rows.slice(0, NAMED).join(', ')}${rows.length > NAMED ? ', …' : ''}`

/** The findings of a points file, errors first, each with its row, its column and how to fix it. */
export function PointsFindings({
  findings,
  disabled = false,
  onRemedy,
  onShow,
}: {
  findings: readonly Finding[]
  disabled?: boolean
  /** Applies the finding's `remedy`. */
  onRemedy?: (remedy: Remedy) => void
  /** Shows these rows on the map. */
  onShow?: (rows: readonly number[]) => void
}) {
  return (
    <FindingItems
      findings={findings}
      footer={({ remedy, rows }) => (
        <div className="flex flex-wrap gap-2 not-empty:mt-1">
          {remedy && onRemedy && (
            <Button variant="secondary" size="small" disabled={disabled} onClick={() => onRemedy(remedy)}>
              {REMEDY_WORDS[remedy].action}
            </Button>
          )}
          {rows && onShow && (
            <Button variant="secondary" size="small" onClick={() => onShow(rows)}>
              Show on the map
            </Button>
          )}
        </div>
      )}
    >
      {(finding) => <PlacedMessage place={placeOf(finding)}>{finding.message}</PlacedMessage>}
    </FindingItems>
  )
}
