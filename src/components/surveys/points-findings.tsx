import type { Finding } from '#contract/shapes.ts'
import { REMEDY_WORDS, type PlaceRemedy } from '#contract/surveys/place-remedies.ts'
import { FindingItems, PlacedMessage } from '~/components/findings/finding-items.tsx'
import { Button } from '~/components/ui/button.tsx'

const placeOf = ({ row, column }: Finding) =>
  [row === null ? null : `Row ${row}`, column && `column ${column}`].filter(Boolean).join(', ') ||
  'The whole file'

/** The findings of a points file, errors first, each with its row, its column and how to fix it. */
export function PointsFindings({
  findings,
  onRemedy,
}: {
  findings: readonly Finding[]
  /** Applies the finding's `remedy`. */
  onRemedy?: (remedy: PlaceRemedy) => void
}) {
  return (
    <FindingItems
      findings={findings}
      footer={({ remedy }) =>
        remedy &&
        onRemedy && (
          <Button variant="secondary" size="small" className="mt-1" onClick={() => onRemedy(remedy)}>
            {REMEDY_WORDS[remedy].action}
          </Button>
        )
      }
    >
      {(finding) => <PlacedMessage place={placeOf(finding)}>{finding.message}</PlacedMessage>}
    </FindingItems>
  )
}
