import type { OutlineFinding } from '#contract/place-groups.ts'
import { FindingItems, PlacedMessage } from '~/components/findings/finding-items.tsx'
import { count } from '~/lib/figures.ts'

const placeOf = ({ feature, field }: OutlineFinding) =>
  [feature === null ? null : `Feature ${count(feature)}`, field].filter(Boolean).join(', ') || null

/** The service continues the file's name: 'has no features.' */
const isAboutFile = ({ feature, message }: OutlineFinding) => feature === null && /^(is|has) /.test(message)

/** Errors first, each with its feature, its property and how to fix it. */
export function OutlineFindings({ findings }: { findings: readonly OutlineFinding[] }) {
  return (
    <FindingItems findings={findings}>
      {(finding) =>
        isAboutFile(finding) ? (
          <PlacedMessage place={null}>{`The file ${finding.message}`}</PlacedMessage>
        ) : (
          <PlacedMessage place={placeOf(finding)}>{finding.message}</PlacedMessage>
        )
      }
    </FindingItems>
  )
}
