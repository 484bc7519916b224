import type { OutlineFinding } from '#contract/places/place-groups.ts'
import { FindingItems, PlacedMessage } from '~/components/findings/finding-items.tsx'
import { Button } from '~/components/ui/button.tsx'
import { capitalised } from '~/lib/capitalised.ts'
import { count } from '~/lib/figures.ts'

const placeOf = ({ feature, field }: OutlineFinding) =>
  [feature === null ? null : `Feature ${count(feature)}`, field].filter(Boolean).join(', ') || null

/** Errors first, each with its feature, its property and how to fix it, here if possible. */
export function OutlineFindings({
  findings,
  onRemedy,
}: {
  findings: readonly OutlineFinding[]
  onRemedy: (remedy: NonNullable<OutlineFinding['remedy']>) => void
}) {
  return (
    <FindingItems
      findings={findings}
      footer={({ remedy }) =>
        remedy && (
          <Button variant="secondary" size="tiny" className="mt-1" onClick={() => onRemedy(remedy)}>
            {remedy.swap ? 'Swap longitude and latitude' : 'Do not swap them'}
          </Button>
        )
      }
    >
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
