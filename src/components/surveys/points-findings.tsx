import type { Finding } from '#contract/shapes.ts'
import { FindingItems, PlacedMessage } from '~/components/findings/finding-items.tsx'

const placeOf = ({ row, column }: Finding) =>
  [row === null ? null : `Row ${row}`, column && `column ${column}`].filter(Boolean).join(', ') ||
  'The whole file'

/** The findings of a points file, errors first, each with its row, its column and how to fix it. */
export function PointsFindings({ findings }: { findings: readonly Finding[] }) {
  return (
    <FindingItems findings={findings}>
      {(finding) => <PlacedMessage place={placeOf(finding)}>{finding.message}</PlacedMessage>}
    </FindingItems>
  )
}
