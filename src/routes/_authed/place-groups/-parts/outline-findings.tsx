import type { OutlineFinding } from '#contract/place-groups.ts'
import { FindingItems, PlacedMessage } from '~/components/findings/finding-items.tsx'
import { count } from '~/lib/figures.ts'

const placeOf = ({ feature, field }: OutlineFinding) =>
  [feature === null ? null : `Feature ${count(feature)}`, field].filter(Boolean).join(', ') ||
  'The whole file'

/** Errors first, each with its feature, its property and how to fix it. */
export function OutlineFindings({ findings }: { findings: readonly OutlineFinding[] }) {
  return (
    <FindingItems findings={findings}>
      {(finding) => <PlacedMessage place={placeOf(finding)}>{finding.message}</PlacedMessage>}
    </FindingItems>
  )
}
