import type { OutlineFinding } from '#contract/place-groups.ts'
import { FindingItems, PlacedMessage } from '~/components/findings/finding-items.tsx'
import { capitalised } from '~/lib/capitalised.ts'
import { count } from '~/lib/figures.ts'

const placeOf = ({ feature, field }: OutlineFinding) =>
  [feature === null ? null : `Feature ${count(feature)}`, field].filter(Boolean).join(', ') || null

/** Errors first, each with its feature, its property and how to fix it. */
export function OutlineFindings({ findings }: { findings: readonly OutlineFinding[] }) {
  return (
    <FindingItems findings={findings}>
      {(finding) => {
        const place = placeOf(finding)
        return (
          <PlacedMessage place={place}>
            {place === null ? capitalised(finding.message) : finding.message}
          </PlacedMessage>
        )
      }}
    </FindingItems>
  )
}
